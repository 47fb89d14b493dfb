import type { Actor } from "#app/accounts/actor.ts";
import type { World } from "#app/platform/world.server.ts";
import { type ChangeReply, failure } from "#app/ui/admin/toast.ts";

/** What a change of one appointment is handed, and what it answers: 200 unless it says otherwise. */
export type Asked = { world: World; actor: Actor; locale: string; appointmentId: string; form: FormData };
export type Answer = ChangeReply & { status?: number };

export const GONE: Answer = { toast: failure("That appointment is not there any more."), status: 404 };
