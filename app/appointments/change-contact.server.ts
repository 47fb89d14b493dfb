import { shownStatus } from "#app/appointments/appointment.ts";
import { type AppointmentContact, correctedBy, differing } from "#app/appointments/appointment-contact.ts";
import {
  getAppointmentContact,
  listContactsAhead,
  type StoredContact,
  writeContact,
} from "#app/appointments/appointment-contacts.db.server.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { takeFromLinked } from "#app/appointments/manage-link.db.server.ts";
import { reminderMessage, reminderOf } from "#app/appointments/reminder.ts";
import { renewLinkWithin } from "#app/appointments/renew-link.server.ts";
import { enqueue, withdraw } from "#app/outbox/outbox.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { mayWith, reachFor } from "#app/platform/permissions.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

type ChangeContactOutcome =
  | { kind: "saved" }
  /** Somebody else saved in between: nothing is written. */
  | { kind: "stale"; current: StoredContact }
  | { kind: "not-found" };

type Saving = { app: AppContext; actor: Actor; now: number; reminderHours: number };

/** Null when there is no such appointment. */
export async function getContact(app: AppContext, actor: Actor, id: string): Promise<StoredContact | null> {
  const db = app.db.kysely;
  const isTheirs = await isWithinReach(db, actor, id);
  const contact = await getAppointmentContact(db, id);
  return isTheirs && !contact?.isErased ? contact : null;
}

/** A corrected e-mail address revokes the manage link, and a new one is mailed to it. For the practice only. */
export async function changeContact(
  app: AppContext,
  actor: Actor,
  { appointmentId, version, contact }: { appointmentId: string; version: number; contact: AppointmentContact },
): Promise<ChangeContactOutcome> {
  const { bookingRules } = await listSettings(app.db.kysely, app.log);
  return app.db.kysely.transaction().execute(async (tx): Promise<ChangeContactOutcome> => {
    const saving = { app, actor, now: app.clock.now(), reminderHours: bookingRules.reminderHours };
    if (!(await isWithinReach(tx, actor, appointmentId))) return { kind: "not-found" };
    const before = await getAppointmentContact(tx, appointmentId);
    if (!before || before.isErased) return { kind: "not-found" };
    if (before.version === version && (await saveContact(tx, before, { ...saving, contact }))) return { kind: "saved" };
    const current = await getAppointmentContact(tx, appointmentId);
    return current ? { kind: "stale", current } : { kind: "not-found" };
  });
}

/**
 * Applies a correction of a client record to the client's future appointments within reach, in the same transaction. Details given
 * for one appointment only stay as they are. Returns how many were changed.
 */
export async function correctAhead(
  tx: Tx,
  { clientId, before, after, ...saving }: Saving & { clientId: string } & Correction,
): Promise<number> {
  const reach = reachFor(saving.actor, "change", "appointments");
  if (reach === null) return 0;
  let corrected = 0;
  for (const appointment of await listContactsAhead(tx, { clientId, now: saving.now, reach })) {
    const { name, phone, email } = appointment;
    const contact = correctedBy({ name, phone, email }, { before, after });
    if (differing(appointment, contact).length === 0) continue;
    if (await saveContact(tx, appointment, { ...saving, contact })) corrected += 1;
  }
  return corrected;
}

async function isWithinReach(db: Queries, actor: Actor, appointmentId: string): Promise<boolean> {
  const appointment = await getAppointment(db, appointmentId);
  return appointment !== null && mayWith(actor, ["change", "appointments"], appointment.therapistId);
}

type Correction = { before: AppointmentContact; after: AppointmentContact };

async function saveContact(
  tx: Tx,
  before: StoredContact,
  { contact, app, actor, now, reminderHours }: Saving & { contact: AppointmentContact },
): Promise<boolean> {
  const { id, start, status } = before;
  if (!(await writeContact(tx, { id, read: before.version, contact, now }))) return false;
  if (before.email && before.email.toLowerCase() !== contact.email?.toLowerCase()) {
    await takeFromLinked(tx, id);
    const appointment = await getAppointment(tx, id);
    if (appointment) await renewLinkWithin(tx, { app, appointment, now });
  }
  // Without an address, there was no reminder either.
  if (!before.email && contact.email && shownStatus(status) !== "Cancelled") {
    await withdraw(tx, reminderMessage({ id, start }));
    const reminders = reminderOf({ id, start }, { now, hours: reminderHours });
    if (reminders.length > 0) await enqueue(tx, reminders, now);
  }
  await writeAudit(tx, {
    at: now,
    actor: actorName(actor),
    action: "appointment.contact",
    subject: { kind: "appointment", id },
    // Field names only: the audit outlives personal data.
    detail: { changed: differing(before, contact).join(" ") },
  });
  return true;
}
