import { findCancellation } from "#app/appointments/appointment-changes.db.server.ts";
import { findContact } from "#app/appointments/appointment-contacts.db.server.ts";
import { readNote } from "#app/appointments/appointment-notes.db.server.ts";
import { findById } from "#app/appointments/appointments.db.server.ts";
import { listDifferences } from "#app/appointments/booked-details.db.server.ts";
import { isOpen } from "#app/appointments/booking-hold.ts";
import { findHold } from "#app/appointments/booking-holds.db.server.ts";
import { findBookable } from "#app/catalogue/bookable-service.db.server.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import type { AppointmentRecord } from "#app/diary/appointment-detail.ts";
import { readClientId, readHistory } from "#app/diary/appointment-history.db.server.ts";
import { readRows } from "#app/diary/appointment-list.db.server.ts";
import { type Actor, requireAdmin } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSetting } from "#app/settings/settings.db.server.ts";

/** All that is stored about one appointment, or null. For the practice only. */
export async function showRecord(app: AppContext, actor: Actor, id: string): Promise<AppointmentRecord | null> {
  requireAdmin(actor);
  const db = app.db.kysely;
  const appointment = await findById(db, id);
  const [row] = await readRows(db, [id]);
  if (!appointment || !row) return null;
  const [{ services }, therapists, { zone }, note, cancellation, history, clientId, contact, differences, hold] =
    await Promise.all([
      findBookable(db, { id: appointment.serviceId }),
      listTherapists(db),
      readSetting(db, app.log, "bookingRules"),
      readNote(db, id),
      findCancellation(db, id),
      readHistory(db, id),
      readClientId(db, id),
      findContact(db, id),
      listDifferences(db, { appointmentId: id }),
      findHold(db, id),
    ]);
  return {
    row,
    clientId,
    difference: differences[0] ?? null,
    heldUntil: isOpen(hold) ? hold.until : null,
    isErased: contact?.isErased ?? true,
    serviceSlug: services[0]?.slug ?? null,
    therapistSlug: therapists.find((therapist) => therapist.id === appointment.therapistId)?.slug ?? null,
    note,
    reason: cancellation?.reason ?? null,
    history: history.map((line) =>
      line.action === "appointment.cancel" ? { ...line, askedBy: cancellation?.askedBy ?? null } : line,
    ),
    zone,
  };
}
