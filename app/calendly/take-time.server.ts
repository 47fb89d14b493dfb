import { type Appointment, CANCELLED, CONFIRMED, shownStatus } from "#app/appointments/appointment.ts";
import {
  deleteCancellation,
  insertCancellation,
  saveChange,
  saveReinstated,
} from "#app/appointments/appointment-changes.db.server.ts";
import { getAppointment, insertAppointment, listBusy } from "#app/appointments/appointments.db.server.ts";
import { lateness } from "#app/appointments/cancellation.ts";
import { auditChange, LostRace } from "#app/appointments/change-appointment.server.ts";
import { insertClaims, moveClaims, removeClaims } from "#app/appointments/claims.db.server.ts";
import { manageSecretOf } from "#app/appointments/manage-link.server.ts";
import { reminderMessage } from "#app/appointments/reminder.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { AT_PRACTICE } from "#app/appointments/venue.ts";
import type { Absorbing } from "#app/calendly/absorb.server.ts";
import { blockOf } from "#app/calendly/invitee.ts";
import { offerOf } from "#app/calendly/offer-of.server.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { enqueue, withdraw } from "#app/outbox/outbox.db.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { hashOf, newId, newReference } from "#app/platform/ids.server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const system = { kind: "system" } as const;

/**
 * Gives an external booking its time: a new appointment, or the one that it replaces at its new time. Null: somebody
 * else has the time, and nothing is changed. Without buffers: Calendly has its own.
 */
export async function takeTime(
  tx: Tx,
  absorbing: Absorbing,
  { before: id, userId }: { before: string | null; userId: string | null },
): Promise<string | null> {
  const before = id ? await getAppointment(tx, id) : null;
  const wanted = before ? movedTo(before, absorbing) : await newFor(tx, absorbing, userId);
  if (!wanted) return null;
  const within = { start: wanted.blockStart, end: wanted.blockEnd };
  const busy = await listBusy(tx, { therapistIds: [wanted.therapistId], within, except: wanted.id });
  if (busy.length > 0) return null;
  if (before) await move(tx, { before, wanted, now: absorbing.now });
  else await insert(tx, wanted, absorbing);
  const action = before ? "appointment.rearrange" : "appointment.book";
  await auditChange(tx, { actor: system, action, appointment: wanted, now: absorbing.now });
  await tellTherapists(tx, { before, after: wanted }, absorbing);
  return wanted.id;
}

/** Cancels its appointment, and frees its time. One that is cancelled already, or gone, stays as it is. */
export async function freeTime(tx: Tx, id: string, { facts, settings, now }: Absorbing): Promise<void> {
  const appointment = await getAppointment(tx, id);
  if (!appointment || shownStatus(appointment.status) === "Cancelled") return;
  const cancelled = { ...appointment, status: CANCELLED, sequence: appointment.sequence + 1 };
  if (!(await saveChange(tx, cancelled, now))) throw new LostRace("changed a moment ago");
  await removeClaims(tx, id);
  await withdraw(tx, reminderMessage(appointment));
  const askedBy = facts.cancelledBy;
  await insertCancellation(tx, id, {
    at: now,
    actor: system.kind,
    reason: null,
    askedBy,
    reasonCode: null,
    ...lateness({ start: appointment.start, askedBy }, { now, ...settings.bookingRules }),
    statusBefore: appointment.status,
  });
  await auditChange(tx, { actor: system, action: "appointment.cancel", appointment: cancelled, now });
  await tellTherapists(tx, { before: appointment, after: cancelled }, { facts, settings, now });
}

/** Not of what was booked long before we looked: that came over with the calendar, as with an import. */
async function tellTherapists(
  tx: Tx,
  { before, after }: { before: Appointment | null; after: Appointment },
  { facts, settings, now }: Pick<Absorbing, "facts" | "settings" | "now">,
): Promise<void> {
  if (!before && now - facts.bookedAt > DAY_MS) return;
  const how = before === null ? "booked" : shownStatus(after.status) === "Cancelled" ? "cancelled" : "changed";
  const { zone } = settings.bookingRules;
  const messages = await mailsToOthers(tx, { how, before, after }, { actor: system, zone, practice: null, now });
  if (messages.length > 0) await enqueue(tx, messages, now);
}

async function newFor(tx: Tx, absorbing: Absorbing, userId: string | null): Promise<Appointment | null> {
  const { facts, settings } = absorbing;
  const offer = await offerOf(tx, absorbing);
  if (!offer) return null;
  return {
    id: newId(),
    reference: newReference(),
    referencePrefix: settings.bookingRules.referencePrefix,
    ...offer,
    ...timesOf(facts),
    status: CONFIRMED,
    name: facts.name,
    phone: facts.phone,
    email: facts.email,
    userId,
    practicalNote: null,
    venue: AT_PRACTICE,
    series: null,
    sequence: 0,
    linkVersion: 1,
  };
}

function movedTo(before: Appointment, { facts }: Absorbing): Appointment {
  return { ...before, ...timesOf(facts), status: CONFIRMED, sequence: before.sequence + 1 };
}

function timesOf({ start, end }: Absorbing["facts"]) {
  return {
    start,
    end,
    minutes: Math.max(1, Math.round((end - start) / MINUTE_MS)),
    ...blockOf({ start, end }),
  };
}

async function insert(tx: Tx, wanted: Appointment, { app, now }: Absorbing): Promise<void> {
  const client = await clientFor(tx, { ...wanted, by: "person" }, now);
  const stored = {
    clientId: client.id,
    detailsDiffer: client.differs,
    idempotency: null,
    manageHash: hashOf(manageSecretOf(app, wanted)),
    source: "calendly" as const,
    opensRecord: client.isProven,
    createdAt: now,
  };
  await insertAppointment(tx, { ...wanted, ...stored });
  if (!(await insertClaims(tx, wanted))) throw new LostRace("the time was claimed a moment ago");
}

async function move(tx: Tx, { before, wanted, now }: { before: Appointment; wanted: Appointment; now: number }) {
  const isCancelled = shownStatus(before.status) === "Cancelled";
  const isSaved = isCancelled ? await saveReinstated(tx, wanted, now) : await saveChange(tx, wanted, now);
  if (!isSaved) throw new LostRace("changed a moment ago");
  if (isCancelled) await deleteCancellation(tx, wanted.id);
  const hasTime = isCancelled ? await insertClaims(tx, wanted) : await moveClaims(tx, wanted);
  if (!hasTime) throw new LostRace("the time was claimed a moment ago");
}
