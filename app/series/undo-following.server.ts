import { type Appointment, CONFIRMED, movedTo, shownStatus } from "#app/appointments/appointment.ts";
import { getAppointment, getCancellation } from "#app/appointments/appointments.db.server.ts";
import { getHeldAbout, type HeldSeries } from "#app/appointments/held-series.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { toldIn } from "#app/appointments/told-change.ts";
import { rewriteHeld } from "#app/outbox/held-messages.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { findBusy } from "#app/series/find-busy.server.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

type UndoOutcome =
  | { kind: "undone"; count: number }
  /** Nothing has changed: somebody has this time now. */
  | { kind: "taken"; start: number }
  /** The client has been told, or there is nothing to undo. */
  | { kind: "told" }
  | { kind: "not-found" };

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
  const settings = { bookingRules: await getSetting(app.db.kysely, app.log, "bookingRules") };
  return schedule.retryOnConflict(app, async (tx, now): Promise<UndoOutcome | schedule.Conflict> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment) return { kind: "not-found" };
    const isCancelled = shownStatus(appointment.status) === "Cancelled";
    const kind = isCancelled ? "series-cancelled-client" : "series-moved-client";
    const held = await getHeldAbout(tx, kind, appointment);
    if (!held || !(await rewriteHeld(tx, held.id, null))) return { kind: "told" };
    const options = { actor, from: "practice" as const, settings, now };
    const outcome = isCancelled ? await reinstateAll(tx, held, options) : await moveAllBack(tx, held, options);
    // The mail was deleted in this transaction: it comes back with it.
    return outcome.kind === "taken" ? schedule.rollBack(tx, outcome) : outcome;
  });
}

type Undone = Extract<UndoOutcome, { kind: "undone" | "taken" }> | schedule.Conflict;

async function reinstateAll(tx: Tx, held: HeldSeries, options: schedule.ScheduleOptions): Promise<Undone> {
  const pairs: { before: Appointment; after: Appointment }[] = [];
  for (const before of await standing(tx, held.appointmentIds, "Cancelled")) {
    const status = (await getCancellation(tx, before.id))?.statusBefore ?? CONFIRMED;
    pairs.push({ before, after: { ...before, status, sequence: before.sequence + 1 } });
  }
  const busy = await findBusy(
    tx,
    pairs.map(({ after }) => after),
  );
  if (busy) return { kind: "taken", start: busy.start };
  // The client was told of nothing yet.
  const outcome = await schedule.reinstate(tx, pairs, { ...options, notify: "team" });
  return outcome.kind === "conflict" ? outcome : { kind: "undone", count: pairs.length };
}

async function moveAllBack(tx: Tx, held: HeldSeries, options: schedule.ScheduleOptions): Promise<Undone> {
  const pairs = (await standing(tx, held.appointmentIds, "Confirmed")).map((before) => {
    const move = held.moves.find(({ appointmentId }) => appointmentId === before.id);
    // Something else may have changed before they moved, of which the client has not heard either.
    const known = move ? toldIn(move, before) : before;
    return { before, after: movedTo(before, known), known };
  });
  const busy = await findBusy(
    tx,
    pairs.map(({ after }) => after),
  );
  if (busy) return { kind: "taken", start: busy.start };
  const outcome = await schedule.move(tx, pairs, options);
  return outcome.kind === "conflict" ? outcome : { kind: "undone", count: pairs.length };
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
