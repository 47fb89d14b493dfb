import type { ClientNote } from "#app/clients/client.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

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

export async function getNoteActor(db: Queries, id: string): Promise<string | null> {
  const row = await db.selectFrom("client_notes").select("actor").where("id", "=", id).executeTakeFirst();
  return row?.actor ?? null;
}

/** Deletes one note of a client. False if it no longer exists. */
export async function deleteNote(tx: Tx, { id, clientId }: { id: string; clientId: string }): Promise<boolean> {
  const outcome = await tx
    .deleteFrom("client_notes")
    .where("id", "=", id)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}
