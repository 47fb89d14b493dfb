import type { BookingHold } from "#app/appointments/booking/booking-hold.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";
import { deriveSecret } from "#app/platform/ids.server.ts";

export async function insertHold(
  tx: Tx,
  {
    appointmentId,
    secretHash,
    until,
    keptAt = null,
    pays = 0,
  }: { appointmentId: string; secretHash: string; until: number; keptAt?: number | null; pays?: number },
): Promise<void> {
  await tx
    .insertInto("booking_holds")
    .values({ appointment_id: appointmentId, secret_hash: secretHash, until, kept_at: keptAt, released_at: null, pays })
    .execute();
}

/** A mailed link leads to a hold that waits for a payment. */
export async function linkHold(
  tx: Tx,
  { appointmentId, secretHash }: { appointmentId: string; secretHash: string },
): Promise<void> {
  const linked = tx.updateTable("booking_holds").set({ secret_hash: secretHash });
  await linked.where("appointment_id", "=", appointmentId).execute();
}

/** What a hold waits for, or was kept by: nothing where its booking stands without a payment. */
export async function setPays(tx: Tx, appointmentId: string, pence: number): Promise<void> {
  await tx.updateTable("booking_holds").set({ pays: pence }).where("appointment_id", "=", appointmentId).execute();
}

/** The hold of an appointment, open or closed; most have none. */
export async function getHold(db: Queries, appointmentId: string): Promise<BookingHold | null> {
  const row = await db
    .selectFrom("booking_holds")
    .selectAll()
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row ? holdFrom(row) : null;
}

/** The same, by the hash of the mailed secret. */
export async function getHoldByHash(db: Queries, hash: string): Promise<BookingHold | null> {
  const row = await db.selectFrom("booking_holds").selectAll().where("secret_hash", "=", hash).executeTakeFirst();
  return row ? holdFrom(row) : null;
}

/** `pays`: those that wait for a payment, or those that wait for a link. */
export async function listLapsed(
  db: Queries,
  { now, most, pays = false }: { now: number; most: number; pays?: boolean },
): Promise<BookingHold[]> {
  const rows = await db
    .selectFrom("booking_holds")
    .selectAll()
    .where("kept_at", "is", null)
    .where("released_at", "is", null)
    .where("until", "<=", now)
    .where("pays", pays ? ">" : "=", 0)
    .orderBy("until")
    .limit(most)
    .execute();
  return rows.map(holdFrom);
}

/** The appointments of a lower-case address whose link was not opened yet. */
export async function listOpenHoldsOf(db: Queries, address: string): Promise<string[]> {
  const rows = await db
    .selectFrom("booking_holds")
    .innerJoin("appointments", "appointments.id", "booking_holds.appointment_id")
    .select("appointment_id")
    .where("kept_at", "is", null)
    .where("released_at", "is", null)
    .where(lowerCaseOf("email"), "=", address)
    .execute();
  return rows.map(({ appointment_id }) => appointment_id);
}

/** Records that a hold was confirmed by its link or released on expiry. */
export async function closeHold(
  tx: Tx,
  appointmentId: string,
  outcome: { kept_at: number } | { released_at: number },
): Promise<void> {
  // One that was let go and paid after that is kept all the same.
  const values = "kept_at" in outcome ? { ...outcome, released_at: null } : outcome;
  await tx.updateTable("booking_holds").set(values).where("appointment_id", "=", appointmentId).execute();
}

/**
 * Ends an open hold because the booking was confirmed, moved or cancelled some other way. False when there was none.
 */
export async function endHold(tx: Tx, appointmentId: string): Promise<boolean> {
  const outcome = await tx
    .deleteFrom("booking_holds")
    .where("appointment_id", "=", appointmentId)
    .where("kept_at", "is", null)
    .where("released_at", "is", null)
    .executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

type Row = { appointment_id: string; until: number; kept_at: number | null; released_at: number | null; pays: number };

function holdFrom({ appointment_id, until, kept_at, released_at, pays }: Row): BookingHold {
  return { appointmentId: appointment_id, until, keptAt: kept_at, releasedAt: released_at, pays };
}

/** Derived like a manage link, but only mailed: the page after a booking never shows it. */
export function holdSecretOf(app: AppContext, appointmentId: string): string {
  return deriveSecret(app.secret, `hold:${appointmentId}`);
}

export function keepUrlOf(app: AppContext, appointmentId: string): string {
  return new URL(`/booking/${holdSecretOf(app, appointmentId)}/keep`, app.config.publicUrl).href;
}
