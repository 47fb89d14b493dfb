import { sql } from "kysely";
import {
  type Client,
  type ClientKey,
  type Details,
  foldedName,
  type Known,
  keysOf,
  searchTextOf,
} from "#app/clients/client.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isClientWithin } from "#app/platform/database/within-scope.server.ts";
import type { Scope } from "#app/platform/permissions.ts";

const CLIENT = [
  "id",
  "name",
  "email",
  "phone",
  "created_at as createdAt",
  "booked_at as bookedAt",
  "erased_at as erasedAt",
  "contact_version as contactVersion",
  "practical_note as practicalNote",
  "blocked_at as blockedAt",
  "blocked_reason as blockedReason",
  sql<number | null>`(select 1 from client_alerts where client_alerts.client_id = clients.id limit 1)`.as("alert"),
] as const;

/** The client of this id; of an erased one only the id and the dates are left. */
export async function getClient(db: Queries, id: string): Promise<Client | null> {
  return (await clientsOf(db, [id]))[0] ?? null;
}

/** The same for several, and only within scope. */
export async function clientsWithin(db: Queries, ids: readonly string[], scope: Scope): Promise<Client[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("clients")
    .select(CLIENT)
    .where("id", "in", [...ids])
    .where(isClientWithin(scope))
    .execute();
}

export async function clientsOf(db: Queries, ids: readonly string[]): Promise<Client[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("clients")
    .select(CLIENT)
    .where("id", "in", [...ids])
    .execute();
}

export async function getKnownClient(db: Queries, keys: readonly ClientKey[]): Promise<Known[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("client_keys")
    .innerJoin("clients", "clients.id", "client_keys.client_id")
    .select(["kind", "value", "client_id", "clients.name"])
    .where((key) =>
      key.or(
        [...Map.groupBy(keys, ({ kind }) => kind)].map(([kind, same]) =>
          key.and([
            key("kind", "=", kind),
            key(
              "value",
              "in",
              same.map(({ value }) => value),
            ),
          ]),
        ),
      ),
    )
    .execute();
  return rows.map(({ client_id, ...key }) => ({ ...key, clientId: client_id }));
}

export async function keysOfClient(db: Queries, clientId: string): Promise<ClientKey[]> {
  return db
    .selectFrom("client_keys")
    .select(["kind", "value"])
    .where("client_id", "=", clientId)
    .orderBy("kind")
    .orderBy("value")
    .execute();
}

/** `isExisting`: they had been to the practice before this site knew them. */
type NewClient = Details & { id: string; now: number; isExisting?: boolean };

export async function insertClient(tx: Tx, client: NewClient): Promise<void> {
  await insertClients(tx, [client]);
}

export async function insertClients(tx: Tx, clients: readonly NewClient[]): Promise<void> {
  if (clients.length === 0) return;
  const rows = clients.map(({ id, now, name, email, phone, isExisting = false }) => {
    const search = searchTextOf(name, keysOf({ userId: null, email, phone }));
    return {
      id,
      name,
      email,
      phone,
      search,
      created_at: now,
      booked_at: now,
      contact_version: 1,
      is_existing: isExisting ? 1 : 0,
    };
  });
  await tx.insertInto("clients").values(rows).execute();
}

/** Gives the client the keys that nobody has yet, and returns those. Inserts them in a fixed order: no deadlock. */
export async function insertKeys(tx: Tx, clientId: string, keys: readonly ClientKey[]): Promise<ClientKey[]> {
  return insertKeysOfMany(
    tx,
    keys.map((key) => ({ ...key, clientId })),
  );
}

/** The same for several clients at once, each key with its own. */
export async function insertKeysOfMany(
  tx: Tx,
  keys: readonly (ClientKey & { clientId: string })[],
): Promise<ClientKey[]> {
  if (keys.length === 0) return [];
  return tx
    .insertInto("client_keys")
    .values(keys.map(({ kind, value, clientId }) => ({ kind, value, client_id: clientId })))
    .onConflict((conflict) => conflict.columns(["kind", "value"]).doNothing())
    .returning(["kind", "value"])
    .execute();
}

/** Removes a key from this client: another client may take it. */
export async function deleteKey(tx: Tx, clientId: string, { kind, value }: ClientKey): Promise<void> {
  await tx
    .deleteFrom("client_keys")
    .where("kind", "=", kind)
    .where("value", "=", value)
    .where("client_id", "=", clientId)
    .execute();
}

/** Detaches an account that is being deleted: its client stays, known by address and phone. */
export async function releaseAccount(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("client_keys").where("kind", "=", "account").where("value", "=", userId).execute();
}

export async function deleteClient(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("clients").where("id", "=", id).execute();
}

/** Locks a record for this transaction and reads it; `bookedAt`: it books now. Null if it has just been merged or erased. */
export async function lockClient(tx: Tx, id: string, bookedAt?: number): Promise<Client | null> {
  const client = await tx
    .updateTable("clients")
    .set((client) => ({ erased_at: client.ref("erased_at"), ...(bookedAt !== undefined && { booked_at: bookedAt }) }))
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .returning(CLIENT)
    .executeTakeFirst();
  return client ?? null;
}

/** Notes that this client had been to the practice before this site knew them. */
export async function markExisting(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("clients").set({ is_existing: 1 }).where("id", "=", id).execute();
}

export async function isExistingClient(db: Queries, id: string): Promise<boolean> {
  const row = await db.selectFrom("clients").select("is_existing").where("id", "=", id).executeTakeFirst();
  return row?.is_existing === 1;
}

/** Notes when this client booked last. */
export async function writeBookedAt(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable("clients").set({ booked_at: now }).where("id", "=", id).execute();
}

export async function writeDetails(
  tx: Tx,
  id: string,
  details: Partial<
    Pick<
      Tables["clients"],
      "name" | "email" | "phone" | "booked_at" | "created_at" | "practical_note" | "blocked_at" | "blocked_reason"
    >
  >,
): Promise<void> {
  const client = await getClient(tx, id);
  if (!client) return;
  const { name, email, phone } = { ...client, ...details };
  // A family's phone is one person's key, and is shown for all of them.
  const contactKeys = keysOf({ userId: null, email, phone });
  const search = searchTextOf(name, [...contactKeys, ...(await keysOfClient(tx, id))]);
  // A booking with no new details must not make an open edit stale.
  const isChanged = name !== client.name || email !== client.email || phone !== client.phone;
  await tx
    .updateTable("clients")
    .set({ ...details, search, contact_version: client.contactVersion + (isChanged ? 1 : 0) })
    .where("id", "=", id)
    .execute();
}

/** Clients with one of these phone numbers, or of whom only one of these names is known. */
export async function listNamesakes(
  db: Queries,
  people: readonly Details[],
): Promise<Pick<Client, "id" | "name" | "phone">[]> {
  const phones = people.flatMap(({ phone }) => phone ?? []);
  const names = people.flatMap(({ name, email, phone }) => (email || phone ? [] : foldedName(name)));
  if (phones.length + names.length === 0) return [];
  return db
    .selectFrom("clients")
    .select(["id", "name", "phone"])
    .where("erased_at", "is", null)
    .where((eb) =>
      eb.or([
        ...(phones.length > 0 ? [eb("phone", "in", phones)] : []),
        ...(names.length > 0 ? [eb("search", "in", names)] : []),
      ]),
    )
    .execute();
}

/** The clients of exactly this name, case and accents aside. */
export async function listByName(db: Queries, name: string): Promise<string[]> {
  const search = foldedName(name);
  const rows = await db
    .selectFrom("clients")
    .select(["id", "name"])
    .where("erased_at", "is", null)
    .where((eb) => eb.or([eb("search", "=", search), eb("search", "like", `${search.replace(/[\\%_]/g, "")} %`)]))
    .execute();
  return rows.filter((row) => foldedName(row.name) === search).map(({ id }) => id);
}

/** Whether one of these keys is of a client who books nothing online. */
export async function isBlocked(db: Queries, keys: readonly ClientKey[]): Promise<boolean> {
  const clients = await clientsOf(db, [...new Set((await getKnownClient(db, keys)).map(({ clientId }) => clientId))]);
  return clients.some(({ blockedAt }) => blockedAt !== null);
}

/** Those of the clients who book nothing online. */
export async function listBlocked(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await clientsOf(db, ids)).filter(({ blockedAt }) => blockedAt !== null).map(({ id }) => id));
}
