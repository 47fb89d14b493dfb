import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";

export type Departure = Tables["departures"];
export type DepartureClient = Tables["departure_clients"];

/** Null: they are not leaving. */
export async function getDeparture(db: Queries, therapistId: string): Promise<Departure | null> {
  const row = await db.selectFrom("departures").selectAll().where("therapist_id", "=", therapistId).executeTakeFirst();
  return row ?? null;
}

/** Holds off whoever else changes this departure until the transaction ends. */
export async function lockDeparture(tx: Tx, id: string): Promise<Departure | null> {
  const row = await tx
    .updateTable("departures")
    .set((one) => ({ therapist_id: one.ref("therapist_id") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Those whose record was the leaver's, in the order of their numbers in the file. */
export async function listDepartureClients(db: Queries, departureId: string): Promise<DepartureClient[]> {
  return db
    .selectFrom("departure_clients")
    .selectAll()
    .where("departure_id", "=", departureId)
    .orderBy("nth")
    .execute();
}

/** What a client's own page is opened by. It is written anew for each mail; the database has its hash. */
export function choiceSecretOf(app: Pick<AppContext, "secret">, id: string): string {
  return deriveSecret(app.secret, `departure:${id}`);
}

export const choicePath = (secret: string) => `/choice/${secret}`;

/** What stands in the file alone: whoever types it has opened it. */
export function codeOf(app: Pick<AppContext, "secret">, { id, key_hash }: Departure): string {
  return hashOf(deriveSecret(app.secret, `departure code:${id}:${key_hash}`))
    .slice(0, 8)
    .toUpperCase();
}
