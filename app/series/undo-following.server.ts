import { type Appointment, CONFIRMED, shownStatus } from "#app/appointments/appointment.ts";
import {
  deleteCancellation,
  getCancellation,
  saveChange,
  saveReinstated,
} from "#app/appointments/appointment-changes.db.server.ts";
import { appointmentMessage } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { auditChange, changeAppointment, LostRace } from "#app/appointments/change-appointment.server.ts";
import { insertClaimsOfAll, moveClaimsOfAll } from "#app/appointments/claims.db.server.ts";
import { getHeldAbout, type HeldSeries } from "#app/appointments/held-series.server.ts";
import { reminderMessage, reminderOf } from "#app/appointments/reminder.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { isSame, toldIn } from "#app/appointments/told-change.ts";
import { rewriteHeld } from "#app/outbox/held-messages.db.server.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue, withdraw } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { findBusy } from "#app/series/find-busy.server.ts";
import { movedTo } from "#app/series/moving.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

type UndoOutcome =
  | { kind: "undone"; count: number }
  /** Nothing has changed: somebody has this time now. */
  | { kind: "taken"; start: number }
  /** The client has been told, or there is nothing to undo. */
  | { kind: "told" }
  | { kind: "not-found" };

type Within = { actor: Actor; rules: BookingRules; now: number };

/**
 * Takes back what was cancelled or moved together with this appointment, all of it or nothing, while its mail is held.
 * For the practice only.
 */
export async function undoFollowing(
  app: AppContext,
  actor: Actor,
  { appointmentId }: { appointmentId: string },
): Promise<UndoOutcome> {
  requireReach(actor, "change", "series");
  const rules = await getSetting(app.db.kysely, app.log, "bookingRules");
  return changeAppointment(app, async (tx, now): Promise<UndoOutcome> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment) return { kind: "not-found" };
    const isCancelled = shownStatus(appointment.status) === "Cancelled";
    const kind = isCancelled ? "series-cancelled-client" : "series-moved-client";
    const held = await getHeldAbout(tx, kind, appointment);
    if (!held || !(await rewriteHeld(tx, held.id, null))) return { kind: "told" };
    const within = { actor, rules, now };
    const outcome = isCancelled ? await reinstateAll(tx, held, within) : await moveAllBack(tx, held, within);
    // The mail was deleted in this transaction: it comes back with it.
    if (outcome.kind === "taken") throw new Taken(outcome.start);
    return outcome;
  }).catch((error: unknown) => {
    if (error instanceof Taken) return { kind: "taken", start: error.start };
    throw error;
  });
}

class Taken extends Error {
  readonly start: number;
  constructor(start: number) {
    super("taken");
    this.start = start;
  }
}

async function reinstateAll(tx: Tx, held: HeldSeries, { actor, rules, now }: Within): Promise<UndoOutcome> {
  const back: Appointment[] = [];
  const cancelled = await standing(tx, held.appointmentIds, "Cancelled");
  for (const before of cancelled) {
    const status = (await getCancellation(tx, before.id))?.statusBefore ?? CONFIRMED;
    back.push({ ...before, status, sequence: before.sequence + 1 });
  }
  const busy = await findBusy(tx, back);
  if (busy) return { kind: "taken", start: busy.start };
  for (const appointment of back) {
    if (!(await saveReinstated(tx, appointment, now))) throw new LostRace("changed a moment ago");
    await deleteCancellation(tx, appointment.id);
    await auditChange(tx, { actor, action: "appointment.reinstate", appointment, now });
  }
  if (!(await insertClaimsOfAll(tx, back))) throw new LostRace("one of the times was claimed a moment ago");
  const pairs = back.map((after, index) => ({ how: "reinstated" as const, before: cancelled[index] ?? after, after }));
  const messages = await mailsAfter(tx, pairs, { actor, rules, now });
  if (messages.length > 0) await enqueue(tx, messages, now);
  return { kind: "undone", count: back.length };
}

async function moveAllBack(tx: Tx, held: HeldSeries, { actor, rules, now }: Within): Promise<UndoOutcome> {
  const moved = await standing(tx, held.appointmentIds, "Confirmed");
  const back = moved.map((appointment) => {
    const move = held.moves.find((one) => one.appointmentId === appointment.id);
    return movedTo(appointment, move ? toldIn(move, appointment) : appointment);
  });
  const busy = await findBusy(tx, back);
  if (busy) return { kind: "taken", start: busy.start };
  for (const [index, appointment] of back.entries()) {
    if (!(await saveChange(tx, appointment, now))) throw new LostRace("changed a moment ago");
    await withdraw(tx, reminderMessage(moved[index] ?? appointment));
    await auditChange(tx, { actor, action: "appointment.rearrange", appointment, now });
  }
  if (!(await moveClaimsOfAll(tx, back))) throw new LostRace("one of the times was claimed a moment ago");
  const pairs = back.map((after, index) => ({ how: "changed" as const, before: moved[index] ?? after, after }));
  const messages = await mailsAfter(tx, pairs, { actor, rules, now });
  for (const appointment of back) {
    // Something else had changed before they moved, and the client has not heard of that either.
    const move = held.moves.find(({ appointmentId }) => appointmentId === appointment.id);
    const isTold = !move || isSame(toldIn(move, appointment), appointment);
    if (!isTold) messages.push(appointmentMessage("appointment-rescheduled-client", move));
  }
  if (messages.length > 0) await enqueue(tx, messages, now);
  return { kind: "undone", count: back.length };
}

type Pair = { how: "changed" | "reinstated"; before: Appointment; after: Appointment };

async function mailsAfter(tx: Tx, pairs: readonly Pair[], { actor, rules, now }: Within): Promise<Due[]> {
  const { zone, reminderHours: hours } = rules;
  const messages: Due[] = [];
  for (const change of pairs) {
    if (change.after.email !== null) messages.push(...reminderOf(change.after, { now, hours }));
    messages.push(...(await mailsToOthers(tx, change, { actor, zone, practice: null, now })));
  }
  return messages;
}

/** Those that are still as the mail says. */
async function standing(tx: Tx, ids: readonly string[], status: "Cancelled" | "Confirmed"): Promise<Appointment[]> {
  const found: Appointment[] = [];
  for (const id of ids) {
    const appointment = await getAppointment(tx, id);
    const isCancelled = appointment && shownStatus(appointment.status) === "Cancelled";
    if (appointment && isCancelled === (status === "Cancelled")) found.push(appointment);
  }
  return found;
}
