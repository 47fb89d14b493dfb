import { type Actor, actorName } from "#app/accounts/actor.ts";
import { findUser } from "#app/accounts/store.server.ts";
import { LONGEST_CLIENT_NOTE } from "#app/clients/notes/note.ts";
import { deleteNote, insertNote } from "#app/clients/notes/store.server.ts";
import { findClient } from "#app/clients/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type AddNoteOutcome =
  | { kind: "added"; id: string }
  | { kind: "invalid"; message: string }
  | { kind: "not-found" };

/** Notes something about a client, with the date and who wrote it. For admins alone. */
export async function addNote(
  world: World,
  actor: Actor,
  { clientId, words }: { clientId: string; words: string },
): Promise<AddNoteOutcome> {
  if (actor.kind !== "admin") return { kind: "not-found" };
  const text = words.replaceAll("\r\n", "\n").trim();
  if (text === "") return { kind: "invalid", message: "Write a note" };
  if (text.length > LONGEST_CLIENT_NOTE) {
    return { kind: "invalid", message: `The note must be ${LONGEST_CLIENT_NOTE} characters or fewer` };
  }
  return world.db.kysely.transaction().execute(async (tx): Promise<AddNoteOutcome> => {
    const client = await findClient(tx, clientId);
    if (!client || client.erasedAt !== null) return { kind: "not-found" };
    const at = world.clock.now();
    const author = (await findUser(tx, actor.userId))?.username ?? "Unknown";
    const note = { id: newId(), clientId, words: text, at, author, actor: actorName(actor) };
    await insertNote(tx, note);
    await writeAudit(tx, {
      ...{ at, actor: actorName(actor), action: "client.note" },
      subject: { kind: "client", id: clientId },
      detail: { note: note.id },
    });
    return { kind: "added", id: note.id };
  });
}

/** Removes a note for good. For admins alone. */
export async function removeNote(
  world: World,
  actor: Actor,
  { clientId, noteId }: { clientId: string; noteId: string },
): Promise<{ kind: "removed" | "not-found" }> {
  if (actor.kind !== "admin") return { kind: "not-found" };
  return world.db.kysely.transaction().execute(async (tx) => {
    if (!(await deleteNote(tx, { id: noteId, clientId }))) return { kind: "not-found" as const };
    await writeAudit(tx, {
      ...{ at: world.clock.now(), actor: actorName(actor), action: "client.note-removed" },
      subject: { kind: "client", id: clientId },
      detail: { note: noteId },
    });
    return { kind: "removed" as const };
  });
}
