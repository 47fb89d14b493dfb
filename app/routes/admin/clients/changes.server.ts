import type { Actor } from "#app/accounts/actor.ts";
import { erase } from "#app/client-records/erasure/commands.server.ts";
import { merge } from "#app/client-records/merging/commands.server.ts";
import { shownName } from "#app/clients/client.ts";
import { addNote, removeNote } from "#app/clients/notes/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";

type Asked = { world: World; actor: Actor; id: string; form: FormData };
type Answer = ChangeReply & { status: number };

const GONE: Answer = { toast: failure("That record is not there any more."), status: 404 };

/** What can be done with a client's record, by the last part of its address. */
export const CLIENT_CHANGES = {
  notes: noted,
  "note-removal": noteRemoved,
  merging: merged,
  erasure: erased,
} satisfies Record<string, (asked: Asked) => Promise<Answer>>;

async function noted({ world, actor, id, form }: Asked): Promise<Answer> {
  const outcome = await addNote(world, actor, { clientId: id, words: String(form.get("words") ?? "") });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "invalid") return { errors: { words: outcome.message }, status: 422 };
  return { toast: success("Note added."), status: 200 };
}

async function noteRemoved({ world, actor, id, form }: Asked): Promise<Answer> {
  const outcome = await removeNote(world, actor, { clientId: id, noteId: String(form.get("note") ?? "") });
  return outcome.kind === "removed" ? { toast: success("Note removed."), status: 200 } : GONE;
}

async function merged({ world, actor, id, form }: Asked): Promise<Answer> {
  const outcome = await merge(world, actor, { id, otherId: String(form.get("other") ?? "") });
  if (outcome.kind === "not-found") return GONE;
  return { toast: success(`Both are in the record of ${shownName(outcome.client)} now.`), status: 200 };
}

async function erased({ world, actor, id }: Asked): Promise<Answer> {
  const outcome = await erase(world, actor, { id });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "refused") return { toast: failure(`${outcome.message}.`), status: 409 };
  return { toast: success("Erased. The bookings are kept without their name."), status: 200 };
}
