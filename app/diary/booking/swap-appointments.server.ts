import { type Appointment, movedTo } from "#app/appointments/appointment.ts";
import { getChangeable } from "#app/appointments/may-change.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { overlaps } from "#app/availability/interval.ts";
import { bookableIn } from "#app/catalogue/service.ts";
import { warningSentence } from "#app/diary/booking/check-time.ts";
import { checkPlace, UNDO_MS } from "#app/diary/booking/move-appointment.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { localTimeOf } from "#app/platform/date-time.ts";
import { type Actor, mayWith, worksHere } from "#app/platform/permissions.ts";
import type { Practice } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** An appointment as it was seen: `seen` is its `sequence`. */
type Seen = { id: string; seen?: number };

/** `despite`: the warnings that were confirmed. */
type Input = { one: Seen; other: Seen; despite: boolean };

type SwapOutcome =
  | { kind: "moved"; appointments: [Appointment, Appointment]; zone: string }
  | { kind: "warned"; messages: string[] }
  | { kind: "taken" | "invalid"; message: string }
  /** Someone has changed this one meanwhile. */
  | { kind: "conflict"; appointment: Appointment; zone: string }
  | { kind: "not-found" };

type Within = { actor: Actor; input: Input; practice: Practice; now: number };

/**
 * Two appointments change places: each begins when the other did, with the other's therapist, and is as long as before.
 * Both move or neither does. For the practice only.
 */
export async function swapAppointments(app: AppContext, actor: Actor, input: Input): Promise<SwapOutcome> {
  if (!worksHere(actor)) return { kind: "not-found" };
  return schedule.retryOnConflict(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    return swapWithin(tx, { actor, input, practice: await readPractice(app, tx), now });
  });
}

async function swapWithin(tx: Tx, { actor, input, practice, now }: Within): Promise<SwapOutcome | schedule.Conflict> {
  const { settings } = practice;
  const { zone } = settings.bookingRules;
  const before: Appointment[] = [];
  for (const { id, seen } of [input.one, input.other]) {
    const found = await getChangeable(tx, { actor, appointmentId: id, settings, now });
    if (found.kind === "cancelled-before") return { kind: "invalid", message: "One of the two has been cancelled" };
    if (found.kind !== "changeable") return { kind: "not-found" };
    if (seen !== undefined && seen !== found.appointment.sequence) {
      return { kind: "conflict", appointment: found.appointment, zone };
    }
    before.push(found.appointment);
  }
  const [one, other] = before as [Appointment, Appointment];
  if (one.id === other.id) return { kind: "invalid", message: "Choose another appointment" };
  if (one.start === other.start && one.therapistId === other.therapistId) {
    return { kind: "invalid", message: "Both are at the same time already" };
  }
  const pairs = [
    { before: one, after: movedTo(one, other) },
    { before: other, after: movedTo(other, one) },
  ];
  const [first, second] = pairs.map(({ after }) => after) as [Appointment, Appointment];
  const messages: string[] = [];
  for (const { before, after } of pairs) {
    if (!mayWith(actor, ["change", "appointments"], after.therapistId)) return { kind: "not-found" };
    const look = await checkPlace(tx, { moved: after, settings, now, except: [one.id, other.id] });
    if (look.kind !== "free") return { kind: "taken", message: tooLong(after, zone) };
    messages.push(...look.warnings.map((warning) => `${nameOf(after)}: ${warningSentence(warning)}`));
    const unusual = newGiver(practice, before, after);
    if (unusual) messages.push(unusual);
  }
  const isSharing = first.therapistId === second.therapistId && overlaps(blockOf(first), blockOf(second));
  if (isSharing) return { kind: "taken", message: tooLong(first.minutes > second.minutes ? first : second, zone) };
  if (messages.length > 0 && !input.despite) return { kind: "warned", messages };
  const options = { actor, from: "practice" as const, settings, now, undoMs: UNDO_MS };
  const outcome = await schedule.move(tx, pairs, options);
  return outcome.kind === "conflict" ? outcome : { kind: "moved", appointments: [first, second], zone };
}

/** That a therapist does not give what they would get; null if they do. */
function newGiver(practice: Practice, before: Appointment, after: Appointment): string | null {
  if (before.therapistId === after.therapistId) return null;
  const [service] = bookableIn(practice, { id: after.serviceId }).services;
  if (!service || service.therapistIds.includes(after.therapistId)) return null;
  const name = practice.therapists.find(({ id }) => id === after.therapistId)?.name ?? "That therapist";
  return `${name} does not usually give ${service.title}.`;
}

function tooLong(after: Appointment, zone: string): string {
  return `${nameOf(after)}’s ${after.minutes} minutes do not fit at ${localTimeOf(after.start, zone)}`;
}

function nameOf({ name }: Appointment): string {
  return name || "Unknown";
}

function blockOf({ blockStart, blockEnd }: Appointment) {
  return { start: blockStart, end: blockEnd };
}
