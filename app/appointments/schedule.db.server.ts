import { type Appointment, type BookingSource, viewStatus } from "#app/appointments/appointment.ts";
import { isCancelled, isStanding } from "#app/appointments/appointments.db.server.ts";
import type { Cancellation } from "#app/appointments/cancellation.ts";
import { venueColumns } from "#app/appointments/venue.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Idempotency } from "#app/platform/form-draft.server.ts";
import { foldedLines } from "#app/platform/search-text.ts";

export type NewAppointment = Appointment & {
  /** Null: imported, until someone has chosen whose it is. */
  clientId: string | null;
  detailsDiffer: boolean;
  /** Booked online, and no one has shown that the address is theirs. */
  isUnproven?: boolean;
  /** False: its client was found by what someone typed, and no one has shown or confirmed that it is them. */
  opensRecord?: boolean;
  /** Keyed hash of the network address of an online booking. */
  origin?: string | null;
  source: BookingSource;
  idempotency: Idempotency | null;
  createdAt: number;
};

type Stored = NewAppointment & { manageHash: string };

/** False when an idempotency key has been used: the caller must roll back. */
export async function insertAppointments(tx: Tx, appointments: readonly Stored[]): Promise<boolean> {
  const outcome = await tx
    .insertInto("appointments")
    .values(appointments.map(rowFrom))
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === appointments.length;
}

type Saved = { before: Appointment; after: Appointment; now: number; proves?: boolean };

/**
 * Updates an appointment and locks it. False when someone changed, cancelled or reinstated it since it was read: the
 * caller must roll back. `proves`: someone has shown that its address is theirs.
 */
export async function saveAppointment(tx: Tx, { before, after, now, proves = false }: Saved): Promise<boolean> {
  const outcome = await tx
    .updateTable("appointments")
    .set({
      service_id: after.serviceId,
      service_title: after.serviceTitle,
      therapist_id: after.therapistId,
      starts_at: after.start,
      ends_at: after.end,
      minutes: after.minutes,
      price_pence: after.pricePence,
      block_start: after.blockStart,
      block_end: after.blockEnd,
      status: after.status,
      been_before: after.beenBefore,
      sequence: after.sequence,
      updated_at: now,
      ...(proves && { unproven: 0, opens_record: 1 }),
    })
    .where("id", "=", after.id)
    .where("sequence", "=", before.sequence)
    .where(viewStatus(before.status) === "Cancelled" ? isCancelled : isStanding)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** References delete its claims, note, attendance and cancellation with it. */
export async function deleteAppointment(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("appointments").where("id", "=", id).executeTakeFirst();
  return Number(numDeletedRows) === 1;
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

export async function deleteCancellations(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("cancellations")
    .where("appointment_id", "in", [...ids])
    .execute();
}

function numberOf(truth: boolean | null): number | null {
  return truth === null ? null : Number(truth);
}

function rowFrom(appointment: Stored): Tables["appointments"] {
  return {
    id: appointment.id,
    reference: appointment.reference,
    reference_prefix: appointment.referencePrefix,
    service_id: appointment.serviceId,
    therapist_id: appointment.therapistId,
    service_title: appointment.serviceTitle,
    minutes: appointment.minutes,
    price_pence: appointment.pricePence,
    starts_at: appointment.start,
    ends_at: appointment.end,
    block_start: appointment.blockStart,
    block_end: appointment.blockEnd,
    status: appointment.status,
    name: appointment.name,
    phone: appointment.phone,
    email: appointment.email,
    user_id: appointment.userId,
    client_id: appointment.clientId,
    idempotency_key: appointment.idempotency?.key ?? null,
    idempotency_body: appointment.idempotency?.body ?? null,
    manage_hash: appointment.manageHash,
    search: foldedLines(appointment.name, appointment.email),
    sequence: appointment.sequence,
    contact_version: 1,
    details_differ: appointment.detailsDiffer ? 1 : 0,
    unproven: appointment.isUnproven ? 1 : 0,
    opens_record: appointment.opensRecord === false ? 0 : 1,
    link_version: appointment.linkVersion,
    origin: appointment.origin ?? null,
    practical_note: appointment.practicalNote,
    been_before: appointment.beenBefore ?? null,
    ...venueColumns(appointment.venue),
    source: appointment.source,
    series_id: appointment.series?.id ?? null,
    series_position: appointment.series?.position ?? null,
    series_total: appointment.series?.total ?? null,
    created_at: appointment.createdAt,
    updated_at: appointment.createdAt,
  };
}
