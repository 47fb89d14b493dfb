import { type Actor, actorName } from "#app/accounts/actor.ts";
import { isPractice, mayChange } from "#app/appointments/abilities.ts";
import { type Appointment, CANCELLED, CONFIRMED, shownStatus } from "#app/appointments/appointment.ts";
import { changeWindow, tooLateSentence } from "#app/appointments/changes/change-window.ts";
import { insertCancellation, removeClaims, saveChange } from "#app/appointments/changes/store.server.ts";
import { LostRace } from "#app/appointments/lost-race.ts";
import { reminderMessage } from "#app/appointments/reminder.ts";
import { findById } from "#app/appointments/store.server.ts";
import type { Message } from "#app/outbox/message.ts";
import { enqueue, withdraw } from "#app/outbox/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import type { World } from "#app/platform/world.server.ts";
import type { Settings } from "#app/settings/settings.ts";
import { readSettings } from "#app/settings/store.server.ts";

const TRIES = 20;

/** Why an appointment can't be changed. Nobody is told of an appointment that isn't theirs. */
export type Refused =
  | { kind: "not-found" }
  | { kind: "too-late"; message: string }
  | { kind: "cancelled-before"; message: string };

/** `again`: it was so already, and nobody is written to. */
export type CancelOutcome =
  | { kind: "cancelled"; appointment: Appointment; again: boolean }
  | Exclude<Refused, { kind: "cancelled-before" }>;

export type ConfirmOutcome =
  | { kind: "confirmed"; appointment: Appointment; again: boolean }
  | Exclude<Refused, { kind: "too-late" }>;

/**
 * Cancels an appointment and frees its time at once. The record stays. `reason` is shown to whoever did not
 * cancel. Clients and holders of the link may until the practice's notice; the practice may at any time.
 */
export async function cancel(
  world: World,
  actor: Actor,
  { appointmentId, reason }: { appointmentId: string; reason: string | null },
): Promise<CancelOutcome> {
  const settings = await readSettings(world.db.kysely, world.log);
  return changing(world, async (tx, now) => {
    const found = await findChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "cancelled-before") return { kind: "cancelled", appointment: found.appointment, again: true };
    if (found.kind !== "changeable") return found;
    const cancelled = { ...found.appointment, status: CANCELLED, sequence: found.appointment.sequence + 1 };
    if (!(await saveChange(tx, cancelled, now))) throw new LostRace("changed a moment ago");
    await removeClaims(tx, appointmentId);
    await withdraw(tx, reminderMessage(found.appointment));
    await insertCancellation(tx, appointmentId, { at: now, actor: actorName(actor), reason });
    const messages: Message[] = [{ kind: "appointment-cancelled-client", data: { appointmentId } }];
    if (!isPractice(actor)) messages.push({ kind: "appointment-cancelled-practice", data: { appointmentId } });
    await enqueue(tx, messages, now);
    await auditChange(tx, { actor, action: "appointment.cancel", appointment: cancelled, now });
    return { kind: "cancelled", appointment: cancelled, again: false };
  });
}

/** Confirms an appointment that is pending. For the practice alone. */
export async function confirm(
  world: World,
  actor: Actor,
  { appointmentId }: { appointmentId: string },
): Promise<ConfirmOutcome> {
  if (!isPractice(actor)) return { kind: "not-found" };
  return changing(world, async (tx, now) => {
    const appointment = await findById(tx, appointmentId);
    if (!appointment) return { kind: "not-found" };
    const status = shownStatus(appointment.status);
    if (status === "Confirmed") return { kind: "confirmed", appointment, again: true };
    if (status === "Cancelled") return cancelledBefore();
    // A change of status counts in calendars too (RFC 5546 2.1.4).
    const confirmed = { ...appointment, status: CONFIRMED, sequence: appointment.sequence + 1 };
    if (!(await saveChange(tx, confirmed, now))) throw new LostRace("changed a moment ago");
    await enqueue(tx, [{ kind: "appointment-accepted-client", data: { appointmentId } }], now);
    await auditChange(tx, { actor, action: "appointment.confirm", appointment: confirmed, now });
    return { kind: "confirmed", appointment: confirmed, again: false };
  });
}

/** Runs a change in a transaction of its own, again when somebody else was faster. */
export async function changing<Outcome>(
  world: World,
  change: (tx: Tx, now: number) => Promise<Outcome>,
): Promise<Outcome> {
  for (let left = TRIES; ; left--) {
    try {
      return await world.db.kysely.transaction().execute((tx) => change(tx, world.clock.now()));
    } catch (error) {
      if (!(error instanceof LostRace) || left === 1) throw error;
    }
  }
}

type Asked = { actor: Actor; appointmentId: string; settings: Settings; now: number };

/** The appointment, when this actor may change it now; else why not. */
export async function findChangeable(
  tx: Tx,
  { actor, appointmentId, settings, now }: Asked,
): Promise<
  | { kind: "changeable"; appointment: Appointment }
  | { kind: "cancelled-before"; appointment: Appointment; message: string }
  | Exclude<Refused, { kind: "cancelled-before" }>
> {
  const appointment = await findById(tx, appointmentId);
  if (!appointment || !mayChange(actor, appointment)) return { kind: "not-found" };
  const window = changeWindow(appointment, { now, changeNotice: settings.bookingRules.changeNotice });
  if (window === "cancelled") return { ...cancelledBefore(), appointment };
  if (window === "too-late" && !isPractice(actor)) {
    return { kind: "too-late", message: tooLateSentence(readablePhone(settings.business.phone)) };
  }
  return { kind: "changeable", appointment };
}

export async function auditChange(
  tx: Tx,
  { actor, action, appointment, now }: { actor: Actor; action: string; appointment: Appointment; now: number },
): Promise<void> {
  await writeAudit(tx, {
    at: now,
    actor: actorName(actor),
    action,
    subject: { kind: "appointment", id: appointment.id },
    detail: { start: appointment.start, therapist: appointment.therapistId, sequence: appointment.sequence },
  });
}

function cancelledBefore() {
  return { kind: "cancelled-before" as const, message: "This appointment has been cancelled" };
}
