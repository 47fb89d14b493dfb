import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment, getCancellation, listDoubles } from "#app/appointments/appointments.db.server.ts";
import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import { getHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { getMatch, listDifferences } from "#app/appointments/clients/booked-details.db.server.ts";
import { getAppointmentContact } from "#app/appointments/clients/contacts.db.server.ts";
import { addressKeptUntil, addressSeenFrom, seesAddress } from "#app/appointments/home-visit.ts";
import { appointmentSubject } from "#app/appointments/notifications/appointment-message.ts";
import { getUntriedAbout } from "#app/appointments/notifications/unsent-series-mail.server.ts";
import { getMoveRequest } from "#app/appointments/requests/move-requests.db.server.ts";
import { getNote } from "#app/appointments/save-note.server.ts";
import { bookableIn } from "#app/catalogue/service.ts";
import { listFirstFaults } from "#app/diary/booking/first-appointment.server.ts";
import type { AppointmentRecord, AuditEvent } from "#app/diary/lists/appointment-detail.ts";
import { listRows } from "#app/diary/lists/appointment-list.db.server.ts";
import { listHomeVisitAddresses } from "#app/diary/lists/home-visit-addresses.db.server.ts";
import { getStaffName, listStranded } from "#app/diary/stranded/stranded-list.server.ts";
import { pendingUntil } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { isClientWithin } from "#app/platform/database/within-scope.server.ts";
import { type Actor, covers, mayWith, requireScope, type Scope, scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** All that is stored about one appointment, or null. For the practice only. */
export async function getAppointmentRecord(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<AppointmentRecord | null> {
  const scope = requireScope(actor, "see", "appointments");
  const db = app.db.kysely;
  const appointment = await getAppointment(db, id);
  const [row] = await listRows(db, [id], scopeFor(actor, "see", "clients"));
  if (!appointment || !row || !covers(scope, appointment.therapistId)) return null;
  const now = app.clock.now();
  const practice = await readPractice(app);
  const { services } = bookableIn(practice, { id: appointment.serviceId });
  const { therapists } = practice;
  const rules = practice.settings.bookingRules;
  const [note, cancellation, history, clientId, contact, differences, hold] = await Promise.all([
    mayWith(actor, ["see", "notes"], appointment.therapistId) ? getNote(db, id) : null,
    getCancellation(db, id),
    listHistory(db, id),
    getClientId(db, { appointmentId: id, scope: scopeFor(actor, "see", "clients") }),
    getAppointmentContact(db, id),
    scopeFor(actor, "change", "clients") === "all" ? listDifferences(db, { appointmentId: id }) : [],
    getHold(db, id),
  ]);
  const visits = await listHomeVisitAddresses(db, [row], { scope, now, zone: rules.zone });
  const isHidden = row.venue.kind === "client" && !seesAddress(scope, row, { now, zone: rules.zone });
  return {
    row,
    linkVersion: appointment.linkVersion,
    visits,
    addressFrom: isHidden ? addressSeenFrom(row.start, rules.zone) : null,
    lacksAddress:
      row.venue.kind === "client" && !isHidden && visits.size === 0 && now <= addressKeptUntil(appointment.end),
    clientId,
    // Where one person treats everyone there is nobody to keep a record from.
    isMatchOpen: therapists.length < 2 || ((await getMatch(db, id))?.isOpen ?? true),
    difference: differences[0] ?? null,
    holdUntil: isOpen(hold) ? hold.until : null,
    waitsForPayment: isOpen(hold) && hold.pays > 0,
    double: (await listDoubles(db, [id], scope)).get(id) ?? null,
    firstFault: (await listFirstFaults(db, [id], { practice, scope, now })).get(id) ?? null,
    isOff: (await listStranded(app, actor)).some((stranded) => stranded.id === id),
    isErased: contact?.isErased ?? true,
    serviceSlug: services[0]?.slug ?? null,
    therapistSlug: therapists.find((therapist) => therapist.id === appointment.therapistId)?.slug ?? null,
    note,
    cancellation: cancellation && { ...cancellation, by: await getStaffName(db, cancellation.actor) },
    request: await getMoveRequest(db, appointment),
    notifiedAt: cancellation && (await notifiedAt(db, appointment, now)),
    rule: { now, changeNotice: rules.changeNotice, chargesLate: rules.chargesLate },
    history: history.map((line) =>
      line.action === "appointment.cancel" ? { ...line, askedBy: cancellation?.askedBy ?? null } : line,
    ),
    zone: rules.zone,
  };
}

const MAIL = "appointment-cancelled-client";

async function notifiedAt(db: Queries, appointment: Appointment, now: number): Promise<number | null> {
  const alone = await pendingUntil(db, { kind: MAIL, subject: appointmentSubject(appointment.id) }, now);
  const together = (await getUntriedAbout(db, "series-cancelled-client", appointment))?.runAt ?? 0;
  return alone ?? (together > now ? together : null);
}

const MOST = 50;

export async function listHistory(db: Queries, appointmentId: string): Promise<AuditEvent[]> {
  return db
    .selectFrom("audit")
    .select(["at", "actor", "action"])
    .where("subject_kind", "=", "appointment")
    .where("subject_id", "=", appointmentId)
    .orderBy("at", "desc")
    .limit(MOST)
    .execute();
}

/** Null while the appointment is not linked to a client, or to one beyond scope. */
async function getClientId(
  db: Queries,
  { appointmentId, scope }: { appointmentId: string; scope: Scope | null },
): Promise<string | null> {
  if (scope === null) return null;
  const row = await db
    .selectFrom("appointments")
    .$if(scope !== "all", (query) =>
      query.innerJoin("clients", "clients.id", "appointments.client_id").where(isClientWithin(scope)),
    )
    .select("client_id")
    .where("appointments.id", "=", appointmentId)
    .executeTakeFirst();
  return row?.client_id ?? null;
}
