import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type ChangeReply, failure } from "#app/ui/admin/toast.ts";

/** The input of one change of an appointment, and its answer: status 200 by default. */
export type ChangeRequest = { app: AppContext; actor: Actor; locale: string; appointmentId: string; form: FormData };
export type Answer = ChangeReply & { status?: number };

export const GONE: Answer = { toast: failure("That appointment is not there any more."), status: 404 };
