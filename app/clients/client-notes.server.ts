import { getUser } from "#app/accounts/users.db.server.ts";
import { type ClientNote, LONGEST_CLIENT_NOTE, LONGEST_PRACTICAL_CLIENT_NOTE } from "#app/clients/client.ts";
import { clientsWithin, lockClient, writeDetails } from "#app/clients/clients.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may, scopeFor } from "#app/platform/permissions.ts";

type AddNoteOutcome = { kind: "added"; id: string } | { kind: "invalid"; message: string } | { kind: "not-found" };

/** Adds a note about a client, with its date and author. */
export async function addNote(
  app: AppContext,
  actor: Actor,
  { clientId, words }: { clientId: string; words: string },
): Promise<AddNoteOutcome> {
  const scope = scopeFor(actor, "change", "notes");
  if (scope === null || !("userId" in actor)) return { kind: "not-found" };
  const text = plainNote(words);
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

export async function listNotes(db: Queries, clientId: string): Promise<ClientNote[]> {
  return db
    .selectFrom("client_notes")
    .select(["id", "words", "at", "author", "actor"])
    .where("client_id", "=", clientId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
}

/** Each client's latest note, by client. */
export async function latestNotes(db: Queries, clientIds: readonly string[]): Promise<Map<string, string>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("client_notes")
    .select(["client_id", "words"])
    .where("client_id", "in", [...clientIds])
    .orderBy("at")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map(({ client_id, words }) => [client_id, words]));
}

export async function insertNote(tx: Tx, note: ClientNote & { clientId: string }): Promise<void> {
  const { clientId, ...row } = note;
  await tx
    .insertInto("client_notes")
    .values({ ...row, client_id: clientId })
    .execute();
}

async function getNoteActor(db: Queries, id: string): Promise<string | null> {
  const row = await db.selectFrom("client_notes").select("actor").where("id", "=", id).executeTakeFirst();
  return row?.actor ?? null;
}

/** Deletes one note of a client. False if it no longer exists. */
async function deleteNote(tx: Tx, { id, clientId }: { id: string; clientId: string }): Promise<boolean> {
  const outcome = await tx
    .deleteFrom("client_notes")
    .where("id", "=", id)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

type PracticalNoteOutcome =
  | { kind: "saved" }
  | { kind: "invalid"; message: string }
  /** Someone else has written another one since it was read. */
  | { kind: "conflict" }
  | { kind: "not-found" };

/** Writes what to know before a client comes; blank clears it. `seen`: the note that was changed. */
export async function setPracticalNote(
  app: AppContext,
  actor: Actor,
  { clientId, words, seen }: { clientId: string; words: string; seen: string },
): Promise<PracticalNoteOutcome> {
  const scope = scopeFor(actor, "change", "clients");
  if (scope === null) return { kind: "not-found" };
  const note = plainNote(words);
  if (note.length > LONGEST_PRACTICAL_CLIENT_NOTE) {
    return { kind: "invalid", message: `The note must be ${LONGEST_PRACTICAL_CLIENT_NOTE} characters or fewer` };
  }
  return app.db.kysely.transaction().execute(async (tx): Promise<PracticalNoteOutcome> => {
    const isThere = await lockClient(tx, clientId);
    const [client] = await clientsWithin(tx, [clientId], scope);
    if (!isThere || !client) return { kind: "not-found" };
    const stored = client.practicalNote ?? "";
    if (stored === note) return { kind: "saved" };
    if (stored !== plainNote(seen)) return { kind: "conflict" };
    await writeDetails(tx, clientId, { practical_note: note || null });
    await writeAudit(tx, {
      at: app.clock.now(),
      actor: actorName(actor),
      action: "client.practical-note",
      subject: { kind: "client", id: clientId },
    });
    return { kind: "saved" };
  });
}

function plainNote(words: string): string {
  return words.replaceAll("\r\n", "\n").trim();
}
