import type { Appointment, BookingSource } from "#app/appointments/appointment.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Idempotency } from "#app/platform/form-draft.server.ts";

/**
 * A booking that keeps no time: its mailed link books it, if the time is still free. `input`: what was typed, in the
 * shape of whoever books. `pays`: what was read above the button. `appointment`: what it would make; its id is the
 * request's. Instants are epoch ms UTC.
 */
export type BookingRequest = {
  input: object;
  pays: string | null;
  appointment: Appointment;
  source: BookingSource;
  idempotency: Idempotency | null;
  until: number;
};

/** False, and nothing stored, when the idempotency key has been used. */
export async function insertRequest(
  tx: Tx,
  { input, pays, appointment, source, idempotency, until }: BookingRequest,
  { secretHash, now }: { secretHash: string; now: number },
): Promise<boolean> {
  const outcome = await tx
    .insertInto("booking_requests")
    .values({
      id: appointment.id,
      secret_hash: secretHash,
      email: appointment.email?.toLowerCase() ?? "",
      user_id: appointment.userId,
      input: JSON.stringify(pays === null ? input : { ...input, pays }),
      appointment: JSON.stringify(appointment),
      source,
      idempotency_key: idempotency?.key ?? null,
      idempotency_body: idempotency?.body ?? null,
      created_at: now,
      until,
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === 1;
}

export async function getRequest(db: Queries, id: string): Promise<BookingRequest | null> {
  return requestWhere(db, { column: "id", value: id });
}

export async function getRequestByHash(db: Queries, hash: string): Promise<BookingRequest | null> {
  return requestWhere(db, { column: "secret_hash", value: hash });
}

export async function getRequestByKey(db: Queries, key: string): Promise<BookingRequest | null> {
  return requestWhere(db, { column: "idempotency_key", value: key });
}

/** Locks it for this transaction. False: someone has opened its link or deleted it a moment ago. */
export async function lockRequest(tx: Tx, id: string): Promise<boolean> {
  const lock = tx.updateTable("booking_requests").set((request) => ({ until: request.ref("until") }));
  const outcome = await lock.where("id", "=", id).executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export async function deleteRequest(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("booking_requests").where("id", "=", id).execute();
}

/** Deletes those of these lower-case addresses, and returns their ids. */
export async function deleteRequestsOf(tx: Tx, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await tx
    .deleteFrom("booking_requests")
    .where("email", "in", [...addresses])
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteLapsedRequests(db: Queries, now: number): Promise<void> {
  await db.deleteFrom("booking_requests").where("until", "<=", now).execute();
}

async function requestWhere(
  db: Queries,
  { column, value }: { column: "id" | "secret_hash" | "idempotency_key"; value: string },
): Promise<BookingRequest | null> {
  const row = await db.selectFrom("booking_requests").selectAll().where(column, "=", value).executeTakeFirst();
  if (!row) return null;
  const { idempotency_key: key, idempotency_body: body } = row;
  const { pays = null, ...input } = JSON.parse(row.input) as { pays?: string };
  return {
    ...{ input, pays },
    appointment: JSON.parse(row.appointment) as Appointment,
    source: row.source as BookingSource,
    idempotency: key !== null && body !== null ? { key, body } : null,
    until: row.until,
  };
}
