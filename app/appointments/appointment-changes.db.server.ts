import type { Appointment } from "#app/appointments/appointment.ts";
import { type Cancellation, cancelReasonFrom } from "#app/appointments/cancellation.ts";
import { isCancelled, isStanding } from "#app/appointments/status.db.server.ts";
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

/** The reverse of a cancellation; otherwise as `saveChange`. False: somebody has brought it back already. */
export async function saveReinstated(tx: Tx, appointment: Appointment, now: number): Promise<boolean> {
  const outcome = await tx
    .updateTable("appointments")
    .set({
      therapist_id: appointment.therapistId,
      starts_at: appointment.start,
      ends_at: appointment.end,
      block_start: appointment.blockStart,
      block_end: appointment.blockEnd,
      status: appointment.status,
      sequence: appointment.sequence,
      updated_at: now,
    })
    .where("id", "=", appointment.id)
    .where("sequence", "=", appointment.sequence - 1)
    .where(isCancelled)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export async function insertCancellation(
  tx: Tx,
  appointmentId: string,
  { at, actor, reason, askedBy, reasonCode, late, chargeable, statusBefore }: Cancellation,
): Promise<void> {
  const facts = { at, actor, reason, asked_by: askedBy, reason_code: reasonCode, status_before: statusBefore };
  const row = { ...facts, late: numberOf(late), chargeable: numberOf(chargeable) };
  await tx
    .insertInto("cancellations")
    .values({ appointment_id: appointmentId, ...row })
    // Another program may have given a cancelled appointment another status: this is its last cancellation.
    .onConflict((conflict) => conflict.column("appointment_id").doUpdateSet(row))
    .execute();
}

export async function getCancellation(db: Queries, appointmentId: string): Promise<Cancellation | null> {
  const row = await db
    .selectFrom("cancellations")
    .select(["at", "actor", "reason", "asked_by", "reason_code", "late", "chargeable", "status_before"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    at: row.at,
    actor: row.actor,
    reason: row.reason,
    askedBy: row.asked_by,
    reasonCode: cancelReasonFrom(row.reason_code),
    late: truthOf(row.late),
    chargeable: truthOf(row.chargeable),
    statusBefore: row.status_before,
  };
}

export async function deleteCancellation(tx: Tx, appointmentId: string): Promise<void> {
  await tx.deleteFrom("cancellations").where("appointment_id", "=", appointmentId).execute();
}

function numberOf(truth: boolean | null): number | null {
  return truth === null ? null : Number(truth);
}

function truthOf(stored: number | null): boolean | null {
  return stored === null ? null : stored === 1;
}
