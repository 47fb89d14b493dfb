import { type Client, type ClientKey, keysOf, searchTextOf } from "#app/clients/client.ts";
import type { Known } from "#app/clients/matching.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

/** The client of this id; an erased one too, of whom nothing but the id and the dates is left. */
export async function findClient(db: Queries, id: string): Promise<Client | null> {
  return (await clientsOf(db, [id]))[0] ?? null;
}

/** These clients, in no order. */
export async function clientsOf(db: Queries, ids: readonly string[]): Promise<Client[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("clients")
    .select(["id", "name", "email", "phone", "created_at", "booked_at", "erased_at"])
    .select("contact_version")
    .where("id", "in", [...ids])
    .execute();
  return rows.map(({ created_at, booked_at, erased_at, contact_version, ...client }) => ({
    ...client,
    createdAt: created_at,
    bookedAt: booked_at,
    erasedAt: erased_at,
    contactVersion: contact_version,
  }));
}

/** Which of these keys are known, and whose they are. */
export async function findKnown(db: Queries, keys: readonly ClientKey[]): Promise<Known[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("client_keys")
    .innerJoin("clients", "clients.id", "client_keys.client_id")
    .select(["kind", "value", "client_id", "clients.name"])
    .where((key) => key.or(keys.map(({ kind, value }) => key.and({ kind, value }))))
    .execute();
  return rows.map(({ client_id, ...key }) => ({ ...key, clientId: client_id }));
}

/** What this person is known by. */
export async function keysOfClient(db: Queries, clientId: string): Promise<ClientKey[]> {
  return db
    .selectFrom("client_keys")
    .select(["kind", "value"])
    .where("client_id", "=", clientId)
    .orderBy("kind")
    .orderBy("value")
    .execute();
}

export async function insertClient(tx: Tx, { id, now }: { id: string; now: number }): Promise<void> {
  await tx
    .insertInto("clients")
    .values({ id, search: "", created_at: now, booked_at: now, contact_version: 1 })
    .execute();
}

/** Gives the client the keys that are nobody's yet. One after another, in the keys' own order: no deadlock. */
export async function insertKeys(tx: Tx, clientId: string, keys: readonly ClientKey[]): Promise<void> {
  for (const key of keys) {
    await tx
      .insertInto("client_keys")
      .values({ ...key, client_id: clientId })
      .onConflict((conflict) => conflict.columns(["kind", "value"]).doNothing())
      .execute();
  }
}

/** Gives all keys of one client to another. */
export async function moveKeys(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable("client_keys").set({ client_id: to }).where("client_id", "=", from).execute();
}

/** Lets go of a key of this client: it may be somebody else's next. */
export async function deleteKey(tx: Tx, clientId: string, { kind, value }: ClientKey): Promise<void> {
  await tx
    .deleteFrom("client_keys")
    .where("kind", "=", kind)
    .where("value", "=", value)
    .where("client_id", "=", clientId)
    .execute();
}

/** Lets go of an account that is being deleted: its client stays, known by address and phone. */
export async function releaseAccount(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("client_keys").where("kind", "=", "account").where("value", "=", userId).execute();
}

/** Removes a record that nothing is tied to any more. */
export async function deleteClient(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("clients").where("id", "=", id).execute();
}

/** Locks a record for this transaction. False when it was merged or erased a moment ago. */
export async function lockClient(tx: Tx, id: string): Promise<boolean> {
  const outcome = await tx
    .updateTable("clients")
    .set((client) => ({ erased_at: client.ref("erased_at") }))
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Writes how the person gave their name, address and number, and what a search finds them by. */
export async function writeDetails(
  tx: Tx,
  id: string,
  details: Partial<Pick<Tables["clients"], "name" | "email" | "phone" | "booked_at" | "created_at">>,
): Promise<void> {
  const client = await findClient(tx, id);
  if (!client) return;
  const { name, email, phone } = { ...client, ...details };
  // A family's phone is one person's key, and is found with all of them.
  const shown = keysOf({ userId: null, email, phone });
  const search = searchTextOf(name, [...shown, ...(await keysOfClient(tx, id))]);
  await tx
    .updateTable("clients")
    .set({ ...details, search, contact_version: client.contactVersion + 1 })
    .where("id", "=", id)
    .execute();
}

/** Takes everything from the record that says who it was. Its id stays, for the bookings that are kept. */
export async function eraseClient(tx: Tx, id: string, now: number): Promise<void> {
  await tx.deleteFrom("client_keys").where("client_id", "=", id).execute();
  const nothing = { name: null, email: null, phone: null, search: "" };
  await tx
    .updateTable("clients")
    .set({ ...nothing, erased_at: now })
    .where("id", "=", id)
    .execute();
}
