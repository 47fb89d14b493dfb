import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointmentContact } from "#app/appointments/appointment-contacts.db.server.ts";
import { appointmentSubject } from "#app/appointments/appointment-message.ts";
import { getNote } from "#app/appointments/appointment-notes.db.server.ts";
import { getAppointment, getCancellation } from "#app/appointments/appointments.db.server.ts";
import { listDifferences } from "#app/appointments/booked-details.db.server.ts";
import { isOpen } from "#app/appointments/booking-hold.ts";
import { getHold } from "#app/appointments/booking-holds.db.server.ts";
import { getHeldAbout } from "#app/appointments/held-series.server.ts";
import { getMatch } from "#app/appointments/match.db.server.ts";
import { getMoveRequest } from "#app/appointments/move-requests.db.server.ts";
import { listDoubles } from "#app/appointments/overlaps.db.server.ts";
import { addressKeptUntil, addressSeenFrom, seesAddress } from "#app/appointments/venue.ts";
import type { AppointmentRecord } from "#app/diary/appointment-detail.ts";
import { getClientId, listHistory } from "#app/diary/appointment-history.db.server.ts";
import { listRows } from "#app/diary/appointment-list.db.server.ts";
import { listStranded } from "#app/diary/list-stranded.server.ts";
import { nameOf } from "#app/diary/stranded-walk.server.ts";
import { listVisitAddresses } from "#app/diary/visit-addresses.db.server.ts";
import { heldUntil } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { covers, mayWith, reachFor, requireReach } from "#app/platform/permissions.ts";
import { bookableIn } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** All that is stored about one appointment, or null. For the practice only. */
export async function getAppointmentRecord(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<AppointmentRecord | null> {
  const reach = requireReach(actor, "see", "appointments");
  const db = app.db.kysely;
  const appointment = await getAppointment(db, id);
  const [row] = await listRows(db, [id]);
  if (!appointment || !row || !covers(reach, appointment.therapistId)) return null;
  const now = app.clock.now();
  const practice = await readPractice(app);
  const { services } = bookableIn(practice, { id: appointment.serviceId });
  const { therapists } = practice;
  const rules = practice.settings.bookingRules;
  const [note, cancellation, history, clientId, contact, differences, hold] = await Promise.all([
    mayWith(actor, ["see", "notes"], appointment.therapistId) ? getNote(db, id) : null,
    getCancellation(db, id),
    listHistory(db, id),
    getClientId(db, { appointmentId: id, reach: reachFor(actor, "see", "clients") }),
    getAppointmentContact(db, id),
    reachFor(actor, "change", "clients") === "all" ? listDifferences(db, { appointmentId: id }) : [],
    getHold(db, id),
  ]);
  const visits = await listVisitAddresses(db, [row], { reach, now, zone: rules.zone });
  const isHidden = row.venue.kind === "client" && !seesAddress(reach, row, { now, zone: rules.zone });
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
    heldUntil: isOpen(hold) ? hold.until : null,
    double: (await listDoubles(db, [id], reach)).get(id) ?? null,
    isOff: (await listStranded(app, actor)).some((stranded) => stranded.id === id),
    isErased: contact?.isErased ?? true,
    serviceSlug: services[0]?.slug ?? null,
    therapistSlug: therapists.find((therapist) => therapist.id === appointment.therapistId)?.slug ?? null,
    note,
    cancellation: cancellation && { ...cancellation, by: await nameOf(db, cancellation.actor) },
    request: await getMoveRequest(db, appointment),
    toldAt: cancellation && (await toldAt(db, appointment, now)),
    rule: { now, changeNotice: rules.changeNotice, chargesLate: rules.chargesLate },
    history: history.map((line) =>
      line.action === "appointment.cancel" ? { ...line, askedBy: cancellation?.askedBy ?? null } : line,
    ),
    zone: rules.zone,
  };
}

const MAIL = "appointment-cancelled-client";

async function toldAt(db: Queries, appointment: Appointment, now: number): Promise<number | null> {
  const alone = await heldUntil(db, { kind: MAIL, subject: appointmentSubject(appointment.id) }, now);
  const together = (await getHeldAbout(db, "series-cancelled-client", appointment))?.runAt ?? 0;
  return alone ?? (together > now ? together : null);
}
