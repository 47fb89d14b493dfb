import { getUser } from "#app/accounts/users.db.server.ts";
import { LONGEST_CLIENT_NOTE } from "#app/clients/client.ts";
import { deleteNote, getNoteActor, insertNote } from "#app/clients/client-notes.db.server.ts";
import { clientsWithin } from "#app/clients/clients.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { may, scopeFor } from "#app/platform/permissions.ts";

type AddNoteOutcome = { kind: "added"; id: string } | { kind: "invalid"; message: string } | { kind: "not-found" };

/** Adds a note about a client, with its date and author. */
export async function addNote(
  app: AppContext,
  actor: Actor,
  { clientId, words }: { clientId: string; words: string },
): Promise<AddNoteOutcome> {
  const scope = scopeFor(actor, "change", "notes");
  if (scope === null || !("userId" in actor)) return { kind: "not-found" };
  const text = words.replaceAll("\r\n", "\n").trim();
  if (text === "") return { kind: "invalid", message: "Write a note" };
  if (text.length > LONGEST_CLIENT_NOTE) {
    return { kind: "invalid", message: `The note must be ${LONGEST_CLIENT_NOTE} characters or fewer` };
  }
  return app.db.kysely.transaction().execute(async (tx): Promise<AddNoteOutcome> => {
    const [client] = await clientsWithin(tx, [clientId], scope);
    if (!client || client.erasedAt !== null) return { kind: "not-found" };
    const at = app.clock.now();
    const author = (await getUser(tx, actor.userId))?.username ?? "Unknown";
    const note = { id: newId(), clientId, words: text, at, author, actor: actorName(actor) };
    await insertNote(tx, note);
    await writeAudit(tx, {
      at,
      actor: actorName(actor),
      action: "client.note",
      subject: { kind: "client", id: clientId },
      detail: { note: note.id },
    });
    return { kind: "added", id: note.id };
  });
}

/** Only its author and owners may remove a note. `author`: who wrote it, as in the audit. */
export function mayRemoveNote(actor: Actor, author: string | null): boolean {
  if (may(actor, "delete", "notes")) return true;
  return "userId" in actor && author !== null && author.split(":")[1] === actor.userId;
}

export async function removeNote(
  app: AppContext,
  actor: Actor,
  { clientId, noteId }: { clientId: string; noteId: string },
): Promise<{ kind: "removed" | "not-found" }> {
  const scope = scopeFor(actor, "change", "notes");
  if (scope === null) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx) => {
    const [client] = await clientsWithin(tx, [clientId], scope);
    if (!mayRemoveNote(actor, await getNoteActor(tx, noteId))) return { kind: "not-found" as const };
    if (!client || !(await deleteNote(tx, { id: noteId, clientId }))) return { kind: "not-found" as const };
    await writeAudit(tx, {
      at: app.clock.now(),
      actor: actorName(actor),
      action: "client.note-removed",
      subject: { kind: "client", id: clientId },
      detail: { note: noteId },
    });
    return { kind: "removed" as const };
  });
}
