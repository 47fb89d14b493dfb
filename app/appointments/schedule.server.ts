import { type Appointment, CANCELLED, CONFIRMED, viewStatus } from "#app/appointments/appointment.ts";
import { closeHold, endHold, insertHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { type CancellingParty, type CancelReason, lateness } from "#app/appointments/cancellation.ts";
import {
  messagesOfCancelled,
  messagesOfConfirmed,
  messagesOfDeleted,
  messagesOfMoved,
  messagesOfPlaced,
  messagesOfReinstated,
  type Notifying,
  type Pair,
  reminderMessage,
  reminderOf,
} from "#app/appointments/notifications/schedule-messages.server.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import {
  deleteAppointment,
  deleteCancellations,
  deleteTimeHold,
  insertAppointments,
  insertCancellation,
  insertTimeHold,
  isClaimed,
  type NewAppointment,
  releaseClaims,
  saveAppointment,
  type TimeHold,
  takeClaims,
} from "#app/appointments/schedule.db.server.ts";
import { type Cause, insertScheduleChanges, type Stretch } from "#app/appointments/schedule-changes.db.server.ts";
import type { Due } from "#app/mail/message.ts";
import { enqueue, withdraw } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { type Actor, actorName, worksHere } from "#app/platform/permissions.ts";
import type { Settings } from "#app/settings/settings.ts";

const TRIES = 20;

/** A lost race: `retryOnConflict` runs the body again. What a person has to look at first is a conflict without `isRace`. */
export type Conflict = { kind: "conflict"; isRace: true };

class RolledBack extends Error {
  readonly outcome: unknown;

  constructor(outcome: unknown) {
    super("rolled back");
    this.outcome = outcome;
  }
}

const CONFLICT: Conflict = { kind: "conflict", isRace: true };

/** Of each transaction of `retryOnConflict`: null, or what it answers instead of being committed. */
const answers = new WeakMap<Tx, { outcome: unknown } | null>();

/**
 * Runs a body in its own transaction, and again after a conflict: it changes nothing but the database. Throws when it
 * loses every race.
 */
export async function retryOnConflict<Outcome>(
  app: AppContext,
  body: (tx: Tx, now: number) => Promise<Outcome>,
): Promise<Exclude<Outcome, Conflict>> {
  for (let left = TRIES; left > 0; left--) {
    const outcome = await attempt(app, body);
    if (outcome !== CONFLICT) return outcome as Exclude<Outcome, Conflict>;
  }
  throw new Error(`lost ${TRIES} races`);
}

async function attempt<Outcome>(
  app: AppContext,
  body: (tx: Tx, now: number) => Promise<Outcome>,
): Promise<Outcome | Conflict> {
  try {
    return await app.db.kysely.transaction().execute(async (tx) => {
      answers.set(tx, null);
      const outcome = await body(tx, app.clock.now());
      const answer = answers.get(tx);
      if (answer) throw new RolledBack(answer.outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as Outcome | Conflict;
    throw error;
  }
}

/** Marks a transaction as lost, whatever its body answers. */
export function lose(tx: Tx): Conflict {
  return rollBack(tx, CONFLICT);
}

/** Makes `retryOnConflict` answer this and leave nothing of what the transaction wrote. */
export function rollBack<Outcome>(tx: Tx, outcome: Outcome): Outcome {
  if (!answers.has(tx)) throw new Error("A transaction that can be lost runs in retryOnConflict");
  answers.set(tx, { outcome });
  return outcome;
}

/**
 * `from`: where the change comes from. `online` is whoever booked, and tells the practice; `series` tells the client of
 * all in one message; `calendly` tells its clients itself, so `team` is notified; of an `import` or a `job` nobody is.
 * `undoMs`: how long messages wait, so that the practice can undo it. `isProven`: false for what strangers cause, as
 * what comes from `online` does.
 */
export type ScheduleOptions = From & {
  actor: Actor;
  now: number;
  notify?: "everyone" | "team" | "nobody";
  reminds?: boolean;
  undoMs?: number;
  isProven?: boolean;
};

type From =
  | { from: "online" | "series"; settings: Pick<Settings, "bookingRules" | "practiceMails"> }
  | { from: "practice" | "calendly" | "import" | "job"; settings: Pick<Settings, "bookingRules"> };

type Many<One> = One | readonly One[];
type Detail = Record<string, string | number | null>;

/**
 * `hold`: it waits for its mailed link or for these pence until then. `detail`: more for the audit; null: there is no line, as the caller
 * writes one about all.
 */
type PlaceOptions = ScheduleOptions & {
  app: AppContext;
  hold?: { secretHash: string; until: number; pays?: number } | null;
  detail?: Detail | null;
};

/** Stores new appointments with their time: all of them or none. One that is cancelled already takes none. */
export async function place(
  tx: Tx,
  drafts: Many<NewAppointment>,
  { app, hold = null, detail = {}, ...options }: PlaceOptions,
): Promise<{ kind: "booked" } | Conflict> {
  const placed = listOf(drafts);
  const stored = placed.map((draft) => ({ ...draft, manageHash: hashOf(manageSecretOf(app, draft)) }));
  if (!(await insertAppointments(tx, stored)) || !(await takeClaims(tx, placed.filter(stands)))) return lose(tx);
  if (hold) for (const { id } of placed) await insertHold(tx, { appointmentId: id, ...hold });
  const notified = notifying(options, isWaiting(placed) ? 1 : placed.length);
  const messages = await messagesOfPlaced(tx, placed, { ...notified, hasHold: hold !== null });
  const changes = placed.map((after) => ({ before: null, after }));
  const audit = detail && { action: "appointment.book", detailOf: bookedDetail(detail) };
  await record(tx, changes, { cause: "booked", audit, messages }, options);
  return { kind: "booked" };
}

// The message about several says that they are confirmed.
function isWaiting(placed: readonly Appointment[]): boolean {
  return placed.some(({ status }) => viewStatus(status) === "Pending");
}

function bookedDetail(detail: Detail) {
  return ({ start, therapistId, series }: Appointment): Detail => ({
    start,
    therapist: therapistId,
    ...detail,
    ...(series && { series: `${series.position} of ${series.total}` }),
  });
}

/**
 * A booking that waited is confirmed: by its mailed link (`online`), or by the practice. `isPaid`: by what it pays, which
 * proves nobody's address.
 */
export async function confirm(
  tx: Tx,
  { before, status = CONFIRMED, isPaid = false }: { before: Appointment; status?: string; isPaid?: boolean },
  options: ScheduleOptions,
): Promise<{ kind: "confirmed"; appointment: Appointment } | Conflict> {
  const isByLink = options.from === "online";
  // A change of status counts in calendars too (RFC 5546 2.1.4).
  const after = { ...before, status, sequence: before.sequence + 1 };
  const proves = isByLink && !isPaid;
  if (!(await saveAppointment(tx, { before, after, now: options.now, proves }))) return lose(tx);
  if (isByLink) await closeHold(tx, before.id, { kept_at: options.now });
  else await endHold(tx, before.id);
  const messages = await messagesOfConfirmed(tx, { before, after }, notifying(options));
  const audit = { action: isByLink ? "appointment.keep" : "appointment.confirm", detailOf: placeDetail };
  await record(tx, [{ before, after }], { cause: "confirmed", audit, messages }, options);
  return { kind: "confirmed", appointment: after };
}

/**
 * Changes times, lengths, prices or therapists: of all or of none. All old times are released before the new ones are
 * taken, so appointments may change places. A cancelled one stands again at its new time.
 */
export async function move(tx: Tx, moves: Many<Pair>, options: ScheduleOptions): Promise<{ kind: "moved" } | Conflict> {
  const pairs = listOf(moves);
  if (!(await putAll(tx, pairs, options.now))) return lose(tx);
  // The practice has taken over: its holds no longer expire.
  if (worksHere(options.actor)) await endHolds(tx, pairs);
  const messages = await messagesOfMoved(tx, pairs, notifying(options, pairs.length));
  const action = options.from === "online" ? "appointment.reschedule" : "appointment.rearrange";
  await record(tx, pairs, { cause: "moved", audit: { action, detailOf: placeDetail }, messages }, options);
  return { kind: "moved" };
}

export async function reinstate(
  tx: Tx,
  moves: Many<Pair>,
  options: ScheduleOptions,
): Promise<{ kind: "reinstated"; isNotified: boolean } | Conflict> {
  const pairs = listOf(moves);
  if (!(await putAll(tx, pairs, options.now))) return lose(tx);
  const { messages, isNotified } = await messagesOfReinstated(tx, pairs, notifying(options));
  const audit = { action: "appointment.reinstate", detailOf: placeDetail };
  await record(tx, pairs, { cause: "reinstated", audit, messages }, options);
  return { kind: "reinstated", isNotified };
}

/** Whether someone else has the time of one that was cancelled. */
export async function isTaken(tx: Tx, appointment: Appointment): Promise<boolean> {
  return isClaimed(tx, appointment);
}

async function putAll(tx: Tx, pairs: readonly Pair[], now: number): Promise<boolean> {
  for (const { before, after } of pairs) if (!(await saveAppointment(tx, { before, after, now }))) return false;
  const [standing, cancelled] = [
    pairs.filter(({ before }) => stands(before)),
    pairs.filter(({ before }) => !stands(before)),
  ];
  await releaseClaims(tx, standing.map(idOf));
  await deleteCancellations(tx, cancelled.map(idOf));
  return takeClaims(
    tx,
    pairs.map(({ after }) => after),
  );
}

/** `askedBy` null: nobody did. */
type Why = { reason: string | null; reasonCode?: CancelReason | null; askedBy: CancellingParty | null };

/** Cancels appointments and frees their time; the records stay. Each is late or on time by itself. */
export async function cancel(
  tx: Tx,
  appointments: Many<Appointment>,
  why: Why,
  options: ScheduleOptions,
): Promise<{ kind: "cancelled"; appointments: Appointment[] } | Conflict> {
  const { actor, settings, now } = options;
  const pairs = listOf(appointments).map((before) => ({
    before,
    after: { ...before, status: CANCELLED, sequence: before.sequence + 1 },
  }));
  for (const { before, after } of pairs) if (!(await saveAppointment(tx, { before, after, now }))) return lose(tx);
  await releaseClaims(tx, pairs.map(idOf));
  const isRelease = options.from === "job";
  const { reason, reasonCode = null, askedBy } = why;
  for (const { before } of pairs) {
    const late = askedBy ? lateness({ start: before.start, askedBy }, { now, ...settings.bookingRules }) : NOT_LATE;
    const by = { at: now, actor: actorName(actor), statusBefore: before.status };
    await insertCancellation(tx, before.id, { reason, reasonCode, askedBy, ...late, ...by });
    if (isRelease) await closeHold(tx, before.id, { released_at: now });
  }
  const hadHold = !isRelease && (await endHolds(tx, pairs));
  const notified = notifying(options, pairs.length);
  // The practice never heard of a booking that was held and not confirmed.
  const messages = await messagesOfCancelled(tx, pairs, { ...notified, practice: notified.practice && !hadHold });
  const audit = { action: isRelease ? "appointment.release" : "appointment.cancel", detailOf: placeDetail };
  await record(tx, pairs, { cause: "cancelled", audit, messages }, options);
  return { kind: "cancelled", appointments: pairs.map(({ after }) => after) };
}

const NOT_LATE = { late: null, chargeable: null };

/** Reminds of an appointment that has somebody to remind only now, whatever reminder was withdrawn before. */
export async function remind(
  tx: Tx,
  appointment: Pick<Appointment, "id" | "start">,
  { hours, now }: { hours: number; now: number },
): Promise<void> {
  await withdraw(tx, reminderMessage(appointment));
  const due = reminderOf(appointment, { now, hours });
  if (due.length > 0) await enqueue(tx, due, now);
}

/** Notes that the practice has judged the length of a first appointment. Its times stay. */
export async function settle(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("appointments").set({ been_before: "settled" }).where("id", "=", id).execute();
}

/** Deletes an appointment's record. `carry`: writes what must outlive it, once its messages wait. */
export async function remove(
  tx: Tx,
  before: Appointment,
  { carry, ...options }: ScheduleOptions & { carry: () => Promise<void> },
): Promise<{ kind: "removed" } | Conflict> {
  const messages = await messagesOfDeleted(tx, before, notifying(options));
  if (messages.length > 0) await enqueue(tx, messages, options.now);
  await carry();
  if (!(await deleteAppointment(tx, before.id))) return lose(tx);
  const detailOf = ({ start, therapistId, reference }: Appointment) => ({ start, therapist: therapistId, reference });
  const audit = { action: "appointment.delete", detailOf };
  await record(tx, [{ before, after: null }], { cause: "deleted", audit, messages: [] }, options);
  return { kind: "removed" };
}

/**
 * Keeps a time for someone who has no appointment then: nobody can book it. Whoever wrote the hold writes the audit
 * line, and says who is notified.
 */
export async function hold(tx: Tx, kept: TimeHold): Promise<{ kind: "kept" } | Conflict> {
  return (await insertTimeHold(tx, kept)) ? { kind: "kept" } : lose(tx);
}

/** Gives back a time that was kept. Before `place` or `move` in the same transaction, it is passed on. */
export async function release(tx: Tx, holdId: string): Promise<TimeHold | null> {
  return deleteTimeHold(tx, holdId);
}

// Only what waits has a hold.
async function endHolds(tx: Tx, pairs: readonly Pair[]): Promise<boolean> {
  let ended = false;
  for (const { before } of pairs) {
    if (viewStatus(before.status) === "Pending") ended = (await endHold(tx, before.id)) || ended;
  }
  return ended;
}

/** `count`: of the appointments that change; what a client books or changes together is one message. */
function notifying({ from, settings, notify, undoMs, actor, now, ...options }: ScheduleOptions, count = 1): Notifying {
  const whom = notify ?? NOTIFIED[from];
  return {
    actor,
    rules: settings.bookingRules,
    dailyAt: "practiceMails" in settings ? settings.practiceMails.dailyAt : null,
    now,
    client: whom === "everyone",
    team: whom !== "nobody",
    practice: from === "online",
    reminds: options.reminds ?? (whom !== "nobody" && from !== "calendly"),
    isSeries: from === "series",
    isTogether: from === "series" || (from === "online" && count > 1),
    isProven: options.isProven ?? from !== "online",
    runAt: undoMs === undefined ? undefined : now + undoMs,
  };
}

const NOTIFIED = {
  online: "everyone",
  practice: "everyone",
  series: "everyone",
  calendly: "team",
  import: "nobody",
  job: "nobody",
} as const;

type Changed = { before: Appointment | null; after: Appointment | null };

type Written = {
  cause: Cause;
  audit: { action: string; detailOf: (appointment: Appointment) => Detail } | null;
  messages: readonly Due[];
};

async function record(
  tx: Tx,
  changes: readonly Changed[],
  { cause, audit, messages }: Written,
  { actor, now }: ScheduleOptions,
): Promise<void> {
  if (messages.length > 0) await enqueue(tx, messages, now);
  const changed = changes.flatMap(({ before, after }) => after ?? before ?? []);
  const by = { at: now, actor: actorName(actor) };
  const lineOf = (one: Appointment) => ({ ...by, subject: { kind: "appointment", id: one.id } });
  if (audit) {
    const { action, detailOf } = audit;
    await writeAudit(tx, ...changed.map((one) => ({ ...lineOf(one), action, detail: detailOf(one) })));
  }
  const rows = changes.map(({ before, after }) => ({
    cause,
    appointmentId: (after ?? before)?.id ?? null,
    freed: stretchOf(before),
    taken: stretchOf(after),
  }));
  await insertScheduleChanges(
    tx,
    rows.filter(({ freed, taken }) => freed ?? taken),
    { actor, now },
  );
}

function placeDetail({ start, therapistId, sequence }: Appointment): Detail {
  return { start, therapist: therapistId, sequence };
}

function stretchOf(appointment: Appointment | null): Stretch | null {
  if (!appointment || !stands(appointment)) return null;
  return { therapistId: appointment.therapistId, start: appointment.blockStart, end: appointment.blockEnd };
}

function stands({ status }: Appointment): boolean {
  return viewStatus(status) !== "Cancelled";
}

function idOf({ before }: Pair): string {
  return before.id;
}

function listOf<One>(many: Many<One>): readonly One[] {
  return Array.isArray(many) ? many : [many as One];
}
