import { viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { type AppointmentContact, correctedBy, differing } from "#app/appointments/clients/contact.ts";
import {
  getAppointmentContact,
  listContactsAhead,
  type StoredContact,
  writeContact,
} from "#app/appointments/clients/contacts.db.server.ts";
import type { VisitInput } from "#app/appointments/home-visit.form.ts";
import { addressKeptUntil, seesAddress, type VisitAddress } from "#app/appointments/home-visit.ts";
import { renewLinkWithin, takeFromLinked } from "#app/appointments/requests/send-links.server.ts";
import { remind, retryOnConflict } from "#app/appointments/schedule.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, mayWith, scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** `visit`: where it goes, blank while unknown; null for other appointments and for whoever may not see it now. */
type ContactView = AppointmentContact & Pick<StoredContact, "id" | "version"> & { visit: Required<VisitInput> | null };

type ChangeContactOutcome =
  | { kind: "saved" }
  /** Somebody else saved in between: nothing is written. */
  | { kind: "conflict"; current: ContactView }
  | { kind: "not-found" };

type Saving = { app: AppContext; actor: Actor; now: number; reminderHours: number };
type Viewing = { actor: Actor; now: number; zone: string };

/** Null when there is no such appointment. */
export async function getContact(app: AppContext, actor: Actor, id: string): Promise<ContactView | null> {
  const contact = await getWithinScope(app.db.kysely, actor, id);
  if (!contact) return null;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return viewContact(contact, { actor, now: app.clock.now(), zone });
}

/**
 * A corrected email address revokes the manage link, and a new one is mailed to it. `visit` is where to come to, blank
 * to drop the address; from whoever may not see it, it changes nothing. For the practice only.
 */
export async function changeContact(
  app: AppContext,
  actor: Actor,
  change: { appointmentId: string; version: number; contact: AppointmentContact; visit?: VisitInput },
): Promise<ChangeContactOutcome> {
  const { appointmentId, version, contact } = change;
  const { reminderHours, zone } = (await readPractice(app)).settings.bookingRules;
  return retryOnConflict(app, async (tx, now): Promise<ChangeContactOutcome> => {
    const before = await getWithinScope(tx, actor, appointmentId);
    if (!before) return { kind: "not-found" };
    const visit = mayCorrectAddress(before, { actor, now, zone }) ? visitFrom(change.visit) : undefined;
    const saving = { app, actor, now, reminderHours, contact, visit };
    if (before.version === version && (await saveContact(tx, before, saving))) return { kind: "saved" };
    const current = await getWithinScope(tx, actor, appointmentId);
    return current ? { kind: "conflict", current: viewContact(current, { actor, now, zone }) } : { kind: "not-found" };
  });
}

function viewContact(contact: StoredContact, viewing: Viewing): ContactView {
  const { id, version, name, phone, email, venue } = contact;
  const visit = mayCorrectAddress(contact, viewing) ? (venue.visit ?? { address: "", postcode: "", access: "" }) : null;
  return { id, version, name, phone, email, visit };
}

function mayCorrectAddress(contact: StoredContact, { actor, ...at }: Viewing): boolean {
  if (contact.venue.kind !== "client" || at.now > addressKeptUntil(contact.end)) return false;
  return seesAddress(scopeFor(actor, "change", "appointments"), contact, at);
}

function visitFrom(sent: VisitInput | undefined): VisitAddress | null | undefined {
  if (sent?.address === undefined) return undefined;
  const { address, postcode, access = "" } = sent;
  return address && postcode ? { address, postcode, access } : null;
}

/**
 * Applies a correction of a client record to the client's future appointments within scope, in the same transaction. Details given
 * for one appointment only stay as they are. Returns how many were changed.
 */
export async function correctAhead(
  tx: Tx,
  { clientId, before, after, ...by }: Omit<Saving, "reminderHours"> & { clientId: string } & Correction,
): Promise<number> {
  const scope = scopeFor(by.actor, "change", "appointments");
  if (scope === null) return 0;
  const { reminderHours } = (await readPractice(by.app, tx)).settings.bookingRules;
  const saving = { ...by, reminderHours };
  let corrected = 0;
  for (const appointment of await listContactsAhead(tx, { clientId, now: saving.now, scope })) {
    const { name, phone, email } = appointment;
    const contact = correctedBy({ name, phone, email }, { before, after });
    if (differing(appointment, contact).length === 0) continue;
    if (await saveContact(tx, appointment, { ...saving, contact })) corrected += 1;
  }
  return corrected;
}

async function getWithinScope(db: Queries, actor: Actor, id: string): Promise<StoredContact | null> {
  const contact = await getAppointmentContact(db, id);
  if (!contact || contact.isErased) return null;
  return mayWith(actor, ["change", "appointments"], contact.therapistId) ? contact : null;
}

type Correction = { before: AppointmentContact; after: AppointmentContact };

async function saveContact(
  tx: Tx,
  before: StoredContact,
  {
    contact,
    visit,
    app,
    actor,
    now,
    reminderHours,
  }: Saving & { contact: AppointmentContact; visit?: VisitAddress | null },
): Promise<boolean> {
  const { id, start, status } = before;
  if (!(await writeContact(tx, before, { contact, visit, now }))) return false;
  if (before.email && before.email.toLowerCase() !== contact.email?.toLowerCase()) {
    await takeFromLinked(tx, id);
    const appointment = await getAppointment(tx, id);
    if (appointment) await renewLinkWithin(tx, { app, appointment, now });
  }
  // Without an address, there was no reminder either.
  if (!before.email && contact.email && viewStatus(status) !== "Cancelled") {
    await remind(tx, { id, start }, { now, hours: reminderHours });
  }
  const isMoved = visit !== undefined && JSON.stringify(visit) !== JSON.stringify(before.venue.visit);
  await writeAudit(tx, {
    at: now,
    actor: actorName(actor),
    action: "appointment.contact",
    subject: { kind: "appointment", id },
    // Field names only: the audit outlives personal data.
    detail: { changed: [...differing(before, contact), ...(isMoved ? ["address"] : [])].join(" ") },
  });
  return true;
}
