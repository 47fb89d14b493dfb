import type { Appointment } from "#app/appointments/appointment.ts";
import type { Cancellation } from "#app/appointments/cancellation.ts";
import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/**
 * Updates an appointment and locks it. False when somebody changed it since it was read: the caller must roll back.
 * `changed.sequence` is one more than the sequence that was read.
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
    .where(isStanding)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export async function insertCancellation(
  tx: Tx,
  appointmentId: string,
  { askedBy, ...cancellation }: Cancellation,
): Promise<void> {
  await tx
    .insertInto("cancellations")
    .values({ appointment_id: appointmentId, ...cancellation, asked_by: askedBy })
    .execute();
}

export async function getCancellation(db: Queries, appointmentId: string): Promise<Cancellation | null> {
  const row = await db
    .selectFrom("cancellations")
    .select(["at", "actor", "reason", "asked_by as askedBy"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row ?? null;
}
