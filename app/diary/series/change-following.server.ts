import { type Appointment, CONFIRMED, extraMinutesOf, movedTo, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment, getCancellation, listBusy, listOfSeries } from "#app/appointments/appointments.db.server.ts";
import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { CANCEL_UNDO_MS } from "#app/appointments/cancel.server.ts";
import type { CancellingParty, CancelReason } from "#app/appointments/cancellation.ts";
import { getChangeable } from "#app/appointments/may-change.server.ts";
import { knownFrom } from "#app/appointments/notifications/change-summary.ts";
import { getUntriedAbout, type PendingSeries } from "#app/appointments/notifications/unsent-series-mail.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { Question } from "#app/availability/free-starts.ts";
import { type Interval, isBooked, overlaps } from "#app/availability/interval.ts";
import { bookableIn } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import { checkSeries, DAYS_AROUND, findFault, type Occurrence, type Place } from "#app/diary/series/check-series.ts";
import type { Chosen } from "#app/diary/series/series.form.ts";
import { rewriteUntried } from "#app/mail/untried-messages.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { addDays, daysBetween, localDateOf } from "#app/platform/date-time.ts";
import { type Actor, requireScope } from "#app/platform/permissions.ts";
import { readWallTime, type WallTime } from "#app/platform/wall-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";
import type { Settings } from "#app/settings/settings.ts";

/** `chosen`: by the id of the appointment that goes there; one that is not among them stays. */
type MoveInput = { appointmentId: string; seen: number; chosen: ReadonlyMap<string, Chosen> };

export type MoveFollowingOutcome =
  | { kind: "moved"; appointments: Appointment[] }
  /** Nothing has moved: this place is not what was shown any more. */
  | { kind: "changed"; start: number }
  | { kind: "invalid" }
  | { kind: "conflict" }
  | { kind: "not-found" };

type Move = { appointment: Appointment; to: { start: number; therapistId: string; despite: boolean } };

/** Moves an appointment and later ones of its series: all or none. For the practice only. */
export async function moveFollowing(app: AppContext, actor: Actor, input: MoveInput): Promise<MoveFollowingOutcome> {
  requireScope(actor, "change", "series");
  const { appointmentId, seen, chosen } = input;
  return schedule.retryOnConflict(app, async (tx, now): Promise<MoveFollowingOutcome | schedule.Conflict> => {
    await lockForReading(tx, "offer");
    const { settings, therapists: all } = await readPractice(app, tx);
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind !== "changeable" || !found.appointment.series) return { kind: "not-found" };
    if (found.appointment.sequence !== seen) return { kind: "conflict" };
    const following = followingOf(found.appointment, await listOfSeries(tx, found.appointment.series.id), now);
    const therapists = new Map(all.map(({ id, slug }) => [slug, id]));
    const moves = following.flatMap((appointment): Move[] => {
      const place = chosen.get(appointment.id);
      const therapistId = therapists.get(place?.therapist ?? "");
      return place && therapistId ? [{ appointment, to: { ...place, therapistId } }] : [];
    });
    const [known] = [...chosen.keys()].filter((id) => !moves.some(({ appointment }) => appointment.id === id));
    if (known !== undefined) return { kind: "changed", start: chosen.get(known)?.start ?? 0 };
    return moveWithin(tx, { moves: moves.filter(isChange), actor, settings, now });
  });
}

type Moving = { moves: Move[]; actor: Actor; settings: Settings; now: number };

function isChange({ appointment, to }: Move): boolean {
  return appointment.start !== to.start || appointment.therapistId !== to.therapistId;
}

async function moveWithin(
  tx: Tx,
  { moves, actor, settings, now }: Moving,
): Promise<MoveFollowingOutcome | schedule.Conflict> {
  if (moves.length === 0) return { kind: "invalid" };
  for (const move of moves) {
    const within = { moves, rules: settings.bookingRules, therapistIds: [], now };
    const fault = findFault(await questionOfMove(tx, move, within), [move.to]);
    if (fault) return { kind: "changed", start: fault.start };
  }
  const pairs = moves.map(({ appointment, to }) => ({ before: appointment, after: movedTo(appointment, to) }));
  const options = { actor, from: "series" as const, settings, now, undoMs: CANCEL_UNDO_MS };
  const outcome = await schedule.move(tx, pairs, options);
  return outcome.kind === "conflict" ? outcome : { kind: "moved", appointments: pairs.map(({ after }) => after) };
}

type CancelInput = {
  appointmentId: string;
  reason: string | null;
  reasonCode: CancelReason | null;
  askedBy: CancellingParty;
  /** The `sequence` that the admin saw. */
  seen: number;
};

type CancelOutcome =
  | { kind: "cancelled"; appointments: Appointment[] }
  | { kind: "cancelled-before" }
  | { kind: "conflict" }
  | { kind: "not-found" };

/** Cancels an appointment and the later ones of its series: all or none. For the practice only. */
export async function cancelFollowing(app: AppContext, actor: Actor, input: CancelInput): Promise<CancelOutcome> {
  requireScope(actor, "change", "series");
  const { appointmentId, seen, ...why } = input;
  return schedule.retryOnConflict(app, async (tx, now): Promise<CancelOutcome | schedule.Conflict> => {
    const { settings } = await readPractice(app, tx);
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "cancelled-before") return { kind: "cancelled-before" };
    if (found.kind !== "changeable" || !found.appointment.series) return { kind: "not-found" };
    if (found.appointment.sequence !== seen) return { kind: "conflict" };
    const { id: seriesId } = found.appointment.series;
    const all = followingOf(found.appointment, await listOfSeries(tx, seriesId), now);
    const options = { actor, from: "series" as const, settings, now, undoMs: CANCEL_UNDO_MS };
    const outcome = await schedule.cancel(tx, all, why, options);
    return outcome.kind === "conflict" ? outcome : { kind: "cancelled", appointments: all };
  });
}

type UndoOutcome =
  | { kind: "undone"; count: number }
  /** Nothing has changed: somebody has this time now. */
  | { kind: "taken"; start: number }
  /** The mail has gone out, or there is nothing to undo. */
  | { kind: "sent" }
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
  requireScope(actor, "change", "series");
  return schedule.retryOnConflict(app, async (tx, now): Promise<UndoOutcome | schedule.Conflict> => {
    const { settings } = await readPractice(app, tx);
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment) return { kind: "not-found" };
    const isCancelled = viewStatus(appointment.status) === "Cancelled";
    const kind = isCancelled ? "series-cancelled-client" : "series-moved-client";
    const pending = await getUntriedAbout(tx, kind, appointment);
    if (!pending || !(await rewriteUntried(tx, pending.id, null))) return { kind: "sent" };
    const options = { actor, from: "practice" as const, settings, now };
    const outcome = isCancelled ? await reinstateAll(tx, pending, options) : await moveAllBack(tx, pending, options);
    // The mail was deleted in this transaction: it comes back with it.
    return outcome.kind === "taken" ? schedule.rollBack(tx, outcome) : outcome;
  });
}

type Undone = Extract<UndoOutcome, { kind: "undone" | "taken" }> | schedule.Conflict;

async function reinstateAll(tx: Tx, pending: PendingSeries, options: schedule.ScheduleOptions): Promise<Undone> {
  const pairs: { before: Appointment; after: Appointment }[] = [];
  for (const before of await standing(tx, pending.appointmentIds, "Cancelled")) {
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

async function moveAllBack(tx: Tx, pending: PendingSeries, options: schedule.ScheduleOptions): Promise<Undone> {
  const pairs = (await standing(tx, pending.appointmentIds, "Confirmed")).map((before) => {
    const move = pending.moves.find(({ appointmentId }) => appointmentId === before.id);
    // Something else may have changed before they moved, of which the client has not heard either.
    const known = move ? knownFrom(move, before) : before;
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
    const isCancelled = appointment && viewStatus(appointment.status) === "Cancelled";
    if (appointment && isCancelled === (status === "Cancelled")) found.push(appointment);
  }
  return found;
}

/** The first of these appointments that lies over somebody else's; their own old times do not count. */
async function findBusy(tx: Tx, appointments: readonly Appointment[]): Promise<Appointment | null> {
  const except = appointments.map(({ id }) => id);
  for (const appointment of appointments) {
    const within = blockOf(appointment);
    const busy = await listBusy(tx, { therapistIds: [appointment.therapistId], within, except });
    if (busy.some((block) => isBooked(block) && overlaps(block, within))) return appointment;
  }
  return null;
}

export type FollowingPreview = {
  following: Appointment[];
  /** One for each of `following`, in order; empty without a shift. */
  occurrences: Occurrence[];
  /** Why the shift leads to no times. */
  errors: { time?: string; which?: string };
  therapists: Giver[];
  zone: string;
};

/**
 * An appointment, those after it, and what each would find if they all moved. `shift.therapist`: a slug, or empty for
 * the own one. Null when it is in no series. For the practice only.
 */
export async function previewFollowing(
  app: AppContext,
  actor: Actor,
  {
    appointmentId,
    shift,
  }: { appointmentId: string; shift: (Omit<Shift, "therapistId"> & { therapist: string }) | null },
): Promise<FollowingPreview | null> {
  requireScope(actor, "change", "series");
  const db = app.db.kysely;
  const appointment = await getAppointment(db, appointmentId);
  if (!appointment?.series) return null;
  const now = app.clock.now();
  const following = followingOf(appointment, await listOfSeries(db, appointment.series.id), now);
  const practice = await readPractice(app);
  const { therapists } = practice;
  const rules = practice.settings.bookingRules;
  const view = { following, therapists, zone: rules.zone, errors: {} };
  if (!shift) return { ...view, occurrences: [] };
  const therapistId = therapists.find(({ slug }) => slug === shift.therapist)?.id ?? null;
  const found = targetsOf(following, { ...shift, therapistId }, rules.zone);
  if (found.kind === "invalid") return { ...view, occurrences: [], errors: { [found.field]: found.message } };
  const { targets } = found;
  const moves = following.flatMap((one, index) => {
    const to = targets[index];
    return to ? [{ appointment: one, to }] : [];
  });
  const [service] = bookableIn(practice, { id: appointment.serviceId }).services;
  const within = { moves, rules, now, therapistIds: service?.therapistIds ?? [] };
  const occurrences: Occurrence[] = [];
  for (const move of moves) {
    const question = await questionOfMove(db, move, within);
    const looked = checkSeries(question, { starts: [move.to.start], therapistIds: [move.to.therapistId] });
    occurrences.push(...looked);
  }
  return { ...view, occurrences };
}

const MINUTE_MS = 60_000;

type PreviewedMove = { appointment: Appointment; to: Place };
type Within = { rules: BookingRules; therapistIds: readonly string[]; now: number };

/**
 * What the engine needs to look at one of several moves: the old times of all of them count as free, the new times of
 * the others as taken.
 */
async function questionOfMove(
  db: Queries,
  { appointment, to }: PreviewedMove,
  { moves, rules, therapistIds, now }: Within & { moves: readonly PreviewedMove[] },
): Promise<Question> {
  const date = localDateOf(to.start, rules.zone);
  const question = await getQuestion(db, {
    offer: {
      service: {
        bufferBefore: (appointment.start - appointment.blockStart) / MINUTE_MS,
        bufferAfter: (appointment.blockEnd - appointment.end) / MINUTE_MS,
      },
      length: { minutes: appointment.minutes },
      extra: extraMinutesOf(appointment),
      therapists: [...new Set([...therapistIds, to.therapistId])].map((id) => ({ id })),
    },
    rules: practiceRules(rules),
    from: addDays(date, -DAYS_AROUND),
    to: addDays(date, DAYS_AROUND),
    now,
    except: moves.map((move) => move.appointment.id),
  });
  const others = moves.filter((move) => move.appointment.id !== appointment.id);
  return {
    ...question,
    therapists: question.therapists.map((therapist) => ({
      ...therapist,
      busy: [
        ...therapist.busy,
        ...others
          .filter((other) => other.to.therapistId === therapist.id)
          .map((other) => blockOf(movedTo(other.appointment, other.to))),
      ],
    })),
  };
}

/** An appointment and the later ones of its series that still stand and have not begun, by their place. */
export function followingOf(from: Appointment, all: readonly Appointment[], now: number): Appointment[] {
  const place = from.series?.position ?? 0;
  const later = all.filter(
    ({ series, status, start }) => (series?.position ?? 0) > place && viewStatus(status) !== "Cancelled" && start > now,
  );
  return [from, ...later];
}

/** Where the first one goes; the others go by as many days, to the same wall time. `therapistId` null: each keeps theirs. */
type Shift = WallTime & { therapistId: string | null };

/** Invalid when the clocks skip one of the new times, or one happens twice and `which` does not say which. */
function targetsOf(following: readonly Appointment[], shift: Shift, zone: string) {
  const [first] = following;
  const days = first ? daysBetween(localDateOf(first.start, zone), shift.day) : 0;
  const targets: Place[] = [];
  for (const { start, therapistId } of following) {
    const at = readWallTime({ ...shift, day: addDays(localDateOf(start, zone), days) }, zone);
    if (at.kind === "invalid") return at;
    targets.push({ start: at.start, therapistId: shift.therapistId ?? therapistId });
  }
  return { kind: "targets" as const, targets };
}

function blockOf({ blockStart, blockEnd }: Appointment): Interval {
  return { start: blockStart, end: blockEnd };
}
