import { type Appointment, CANCELLED } from "#app/appointments/appointment.ts";
import type { Cancellation } from "#app/appointments/changes/cancellation.ts";
import { quantaOf } from "#app/availability/quantum.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/**
 * Writes a changed appointment over the one that was read, and locks it. False when somebody changed it in
 * between: the caller must roll back. `changed.sequence` is one more than that of the one read.
 */
export async function saveChange(tx: Tx, changed: Appointment, now: number): Promise<boolean> {
  const outcome = await tx
    .updateTable("appointments")
    .set({
      therapist_id: changed.therapistId,
      starts_at: changed.start,
      ends_at: changed.end,
      minutes: changed.minutes,
      price_pence: changed.pricePence,
      block_start: changed.blockStart,
      block_end: changed.blockEnd,
      status: changed.status,
      sequence: changed.sequence,
      updated_at: now,
    })
    .where("id", "=", changed.id)
    .where("sequence", "=", changed.sequence - 1)
    .where("status", "!=", CANCELLED)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/**
 * Claims the new block of a moved appointment, then lets go of what it no longer needs. False when a quantum is
 * somebody else's: the caller must roll back, and the old claims stand. New first: two appointments that swap
 * their times refuse each other instead of waiting for each other.
 */
export async function moveClaims(tx: Tx, moved: Appointment): Promise<boolean> {
  const wanted = quantaOf({ start: moved.blockStart, end: moved.blockEnd });
  const kept = await tx
    .selectFrom("appointment_claims")
    .select("quantum")
    .where("appointment_id", "=", moved.id)
    .where("therapist_id", "=", moved.therapistId)
    .where("quantum", "in", wanted)
    .execute();
  const held = new Set(kept.map((row) => row.quantum));
  const rows = wanted
    .filter((quantum) => !held.has(quantum))
    .map((quantum) => ({ therapist_id: moved.therapistId, quantum, appointment_id: moved.id }));
  if (rows.length > 0) {
    const outcome = await tx
      .insertInto("appointment_claims")
      .values(rows)
      .onConflict((conflict) => conflict.columns(["therapist_id", "quantum"]).doNothing())
      .executeTakeFirst();
    if (Number(outcome.numInsertedOrUpdatedRows) !== rows.length) return false;
  }
  await tx
    .deleteFrom("appointment_claims")
    .where("appointment_id", "=", moved.id)
    .where((claim) => claim.or([claim("therapist_id", "!=", moved.therapistId), claim("quantum", "not in", wanted)]))
    .execute();
  return true;
}

/** Frees the time of an appointment. */
export async function removeClaims(tx: Tx, appointmentId: string): Promise<void> {
  await tx.deleteFrom("appointment_claims").where("appointment_id", "=", appointmentId).execute();
}

export async function insertCancellation(tx: Tx, appointmentId: string, cancellation: Cancellation): Promise<void> {
  await tx
    .insertInto("cancellations")
    .values({ appointment_id: appointmentId, ...cancellation })
    .execute();
}

/** The record of an appointment's cancellation, if it was cancelled. */
export async function findCancellation(db: Queries, appointmentId: string): Promise<Cancellation | null> {
  const row = await db
    .selectFrom("cancellations")
    .select(["at", "actor", "reason"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row ?? null;
}
