import { type Actor, actorName } from "#app/accounts/actor.ts";
import { isPractice } from "#app/appointments/abilities.ts";
import { CANCELLED } from "#app/appointments/appointment.ts";
import { type AppointmentContact, correctedBy, differing } from "#app/appointments/contact/contact.ts";
import {
  findContact,
  listContactsAhead,
  type StoredContact,
  writeContact,
} from "#app/appointments/contact/store.server.ts";
import { reminderMessage, reminderOf } from "#app/appointments/reminder.ts";
import { enqueue, withdraw } from "#app/outbox/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

export type ChangeContactOutcome =
  | { kind: "saved" }
  /** Somebody else saved in between: theirs stands, and nothing is written. */
  | { kind: "stale"; current: StoredContact }
  | { kind: "not-found" };

type Saving = { actor: Actor; now: number; reminderHours: number };

/** The contact details that the practice may correct, or null. */
export async function readContact(world: World, actor: Actor, id: string): Promise<StoredContact | null> {
  const contact = isPractice(actor) ? await findContact(world.db.kysely, id) : null;
  return contact?.isErased ? null : contact;
}

/** Corrects who an appointment is for. Nobody is written to about it. For the practice alone. */
export async function changeContact(
  world: World,
  actor: Actor,
  { appointmentId, version, contact }: { appointmentId: string; version: number; contact: AppointmentContact },
): Promise<ChangeContactOutcome> {
  if (!isPractice(actor)) return { kind: "not-found" };
  const { bookingRules } = await readSettings(world.db.kysely, world.log);
  return world.db.kysely.transaction().execute(async (tx): Promise<ChangeContactOutcome> => {
    const saving = { actor, now: world.clock.now(), reminderHours: bookingRules.reminderHours };
    const before = await findContact(tx, appointmentId);
    if (!before || before.isErased) return { kind: "not-found" };
    if (before.version === version && (await saveContact(tx, before, { ...saving, contact }))) return { kind: "saved" };
    const current = await findContact(tx, appointmentId);
    return current ? { kind: "stale", current } : { kind: "not-found" };
  });
}

/**
 * Passes a correction of a client's record on to what they have booked ahead, in the transaction of that correction.
 * What was given for one appointment alone is left as it is. How many were put right.
 */
export async function correctAhead(
  tx: Tx,
  { clientId, before, after, ...saving }: Saving & { clientId: string } & Correction,
): Promise<number> {
  let corrected = 0;
  for (const appointment of await listContactsAhead(tx, { clientId, now: saving.now })) {
    const { name, phone, email } = appointment;
    const contact = correctedBy({ name, phone, email }, { before, after });
    if (differing(appointment, contact).length === 0) continue;
    if (await saveContact(tx, appointment, { ...saving, contact })) corrected += 1;
  }
  return corrected;
}

type Correction = { before: AppointmentContact; after: AppointmentContact };

async function saveContact(
  tx: Tx,
  before: StoredContact,
  { contact, actor, now, reminderHours }: Saving & { contact: AppointmentContact },
): Promise<boolean> {
  const { id, start, status } = before;
  if (!(await writeContact(tx, { id, read: before.version, contact, now }))) return false;
  // Whoever gave no address had no reminder either.
  if (!before.email && contact.email && status !== CANCELLED) {
    await withdraw(tx, reminderMessage({ id, start }));
    const reminders = reminderOf({ id, start }, { now, hours: reminderHours });
    if (reminders.length > 0) await enqueue(tx, reminders, now);
  }
  await writeAudit(tx, {
    ...{ at: now, actor: actorName(actor), action: "appointment.contact" },
    subject: { kind: "appointment", id },
    // Which, and not what: the audit outlives the data of a person.
    detail: { changed: differing(before, contact).join(" ") },
  });
  return true;
}
