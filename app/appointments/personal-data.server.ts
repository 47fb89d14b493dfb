import { sql } from "kysely";
import { CANCELLED, placeInWords, seriesPlaceFrom } from "#app/appointments/appointment.ts";
import { listSeriesOfClient } from "#app/appointments/appointments.db.server.ts";
import { deleteRequestsOf } from "#app/appointments/booking/booking-requests.db.server.ts";
import { moveAppointments } from "#app/appointments/clients/client-history.db.server.ts";
import { unlink } from "#app/appointments/clients/own-appointments.db.server.ts";
import { NOTHING_OF_ADDRESS } from "#app/appointments/home-visit.ts";
import { APPOINTMENT, BOOKING_REQUEST, CLIENT, SERIES } from "#app/appointments/notifications/appointment-message.ts";
import { venueFrom } from "#app/appointments/venue.ts";
import { forgetAbout, moveSubject } from "#app/mail/mails-to-person.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { type PersonalData, toIso } from "#app/platform/personal-data.server.ts";

export const appointmentData: PersonalData = {
  async export(db, { clientId }) {
    return { appointments: (await listAppointmentData(db, clientId)).map(exportAppointment) };
  },
  async merge(tx, clients) {
    await moveAppointments(tx, clients);
    await moveSubject(tx, CLIENT, clients);
  },
  async forget(tx, { clientId, userIds, addresses }, now) {
    const ids = await anonymiseAppointments(tx, { clientId, now });
    await forgetAbout(tx, APPOINTMENT, ids);
    await forgetAbout(tx, SERIES, await listSeriesOfClient(tx, clientId));
    await forgetAbout(tx, CLIENT, [clientId]);
    await forgetAbout(tx, BOOKING_REQUEST, await deleteRequestsOf(tx, addresses));
    for (const id of userIds) await unlink(tx, id);
    return { appointments: ids.length };
  },
};

export async function listAppointmentData(db: Queries, clientId: string) {
  return db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("appointment_notes", "appointment_notes.appointment_id", "appointments.id")
    .leftJoin("move_requests", "move_requests.appointment_id", "appointments.id")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .select([
      "appointments.id",
      "reference",
      "service_title",
      "minutes",
      "price_pence",
      "appointments.starts_at",
      "ends_at",
    ])
    .select([
      "status",
      "appointments.name",
      "phone",
      "email",
      "appointments.created_at",
      "therapists.name as therapist",
    ])
    .select([
      "practical_note",
      "venue",
      "venue_name",
      "visit_address",
      "visit_postcode",
      "visit_access",
      "source",
      "series_id",
      "series_position",
      "series_total",
      "attendances.state",
      "appointment_notes.words",
      "move_requests.words as move_request",
      "cancellations.at as cancelled_at",
      "reason",
      "asked_by",
      "reason_code",
      "late",
    ])
    .where("client_id", "=", clientId)
    .orderBy("appointments.starts_at")
    .orderBy("appointments.id")
    .execute();
}

type AppointmentData = Awaited<ReturnType<typeof listAppointmentData>>[number];

function exportAppointment(row: AppointmentData) {
  return {
    id: row.id,
    reference: row.reference,
    service: row.service_title,
    therapist: row.therapist,
    minutes: row.minutes,
    pricePence: row.price_pence,
    starts: toIso(row.starts_at),
    ends: toIso(row.ends_at),
    name: row.name,
    phone: row.phone,
    email: row.email,
    bookedAt: toIso(row.created_at),
    status: row.status,
    attendance: row.state,
    cancelledAt: toIso(row.cancelled_at),
    reason: row.reason,
    cancelledFor: row.asked_by,
    cancelledWhy: row.reason_code,
    cancelledLate: row.late === null ? null : row.late === 1,
    practicalNote: row.practical_note,
    visit: venueFrom(row).visit,
    bookedThrough: row.source,
    askedToMove: row.move_request,
    inSeries: placeInWords(seriesPlaceFrom(row)),
    note: row.words,
  };
}

export async function anonymiseAppointments(
  tx: Tx,
  { clientId, now }: { clientId: string; now: number },
): Promise<string[]> {
  const rows = await tx.selectFrom("appointments").select("id").where("client_id", "=", clientId).execute();
  const ids = rows.map(({ id }) => id);
  const nobody = {
    name: null,
    phone: null,
    email: null,
    practical_note: null,
    ...NOTHING_OF_ADDRESS,
    search: null,
    user_id: null,
    idempotency_key: null,
    idempotency_body: null,
  };
  await tx
    .updateTable("appointments")
    // No secret hashes to this value.
    .set({ ...nobody, manage_hash: sql`'erased ' || id`, updated_at: now })
    .where("client_id", "=", clientId)
    .execute();
  const theirs = tx.selectFrom("appointments").select("id").where("client_id", "=", clientId);
  await tx.deleteFrom("account_offers").where("appointment_id", "in", theirs).execute();
  await tx.deleteFrom("move_requests").where("appointment_id", "in", theirs).execute();
  await tx.deleteFrom("appointment_notes").where("appointment_id", "in", theirs).execute();
  await tx.updateTable("cancellations").set({ reason: null }).where("appointment_id", "in", theirs).execute();
  return ids;
}

/** Cancels a client's appointments from this instant on and frees their time. No mail is sent. */
export async function cancelFrom(
  tx: Tx,
  { clientId, at, now }: { clientId: string; at: number; now: number },
): Promise<void> {
  const ahead = tx
    .selectFrom("appointments")
    .select("id")
    .where("client_id", "=", clientId)
    .where("starts_at", ">", at);
  await tx.deleteFrom("appointment_claims").where("appointment_id", "in", ahead).execute();
  await tx.updateTable("appointments").set({ status: CANCELLED, updated_at: now }).where("id", "in", ahead).execute();
}
