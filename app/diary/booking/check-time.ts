import { pickTherapist, practiceRules, therapistFor } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { type Question, type Refusal, refusalOf, type TherapistTime } from "#app/availability/free-starts.ts";
import { type Block, isBooked, overlaps, QUANTUM_MINUTES } from "#app/availability/interval.ts";

const MINUTE_MS = 60_000;

/** Why the practice should check a time. It may book it all the same. */
export type Warning = "past" | "closed" | "busy";

type CheckedTime =
  | { kind: "free"; therapistId: string; warnings: Warning[] }
  /** Every requested therapist is booked then. The practice can't override that. */
  | { kind: "taken" }
  | { kind: "off-grid" };

/**
 * A time as the practice sees it: any multiple of five minutes, at any hour, with any therapist who is not booked then.
 * The question covers the start's local date. Of several free therapists, those who work then come first.
 */
export function checkTime(given: Question, start: number): CheckedTime {
  const question = { ...given, ...practiceRules(given), slotInterval: QUANTUM_MINUTES };
  if (start % (QUANTUM_MINUTES * MINUTE_MS) !== 0) return { kind: "off-grid" };
  const block = {
    start: start - question.bufferBefore * MINUTE_MS,
    end: start + (question.length + question.bufferAfter) * MINUTE_MS,
  };
  const isBusy = (elsewhere: Block["elsewhere"], { busy }: TherapistTime) =>
    busy.some((taken) => (taken.elsewhere ?? null) === elsewhere && overlaps(taken, block));
  const free = question.therapists.filter((therapist) => !isBusy(null, therapist));
  if (free.length === 0) return { kind: "taken" };
  // Of those who work then, whoever is not busy elsewhere comes first.
  const unhindered = free.filter((therapist) => !isBusy("busy", therapist));
  const bookedOnly = (therapists: readonly TherapistTime[]) =>
    therapists.map((therapist) => ({ ...therapist, busy: therapist.busy.filter(isBooked) }));
  const working =
    therapistFor({ ...question, therapists: bookedOnly(unhindered) }, start) ??
    therapistFor({ ...question, therapists: bookedOnly(free) }, start);
  const anyone = pickTherapist(
    (unhindered.length > 0 ? unhindered : free).map(({ id }) => id),
    new Map(free.map(({ id, busy }) => [id, busy.filter(isBooked).length])),
  );
  const therapistId = working ?? anyone;
  if (!therapistId) return { kind: "taken" };
  const taker = free.filter(({ id }) => id === therapistId);
  const warnings = findWarnings({ ...question, therapists: bookedOnly(taker) }, start);
  const isAway = taker.some((therapist) => isBusy("busy", therapist));
  return { kind: "free", therapistId, warnings: isAway ? [...warnings, "busy"] : warnings };
}

/** A time may be both past and outside hours: each is confirmed separately. */
function findWarnings(question: Question, start: number): Warning[] {
  const anyTime = { ...question, now: Math.min(question.now, start) };
  const refusals = [refusalOf(question, start, null), refusalOf(anyTime, start, null)];
  return [...new Set(refusals.filter((refusal) => refusal !== null && isWarning(refusal)))] as Warning[];
}

export function warningSentence(warning: Warning): string {
  switch (warning) {
    case "past":
      return "That time has passed.";
    case "closed":
      return "That is outside working hours, or the practice is closed then.";
    case "busy":
      return "The therapist’s own calendar is busy then.";
  }
}

function isWarning(refusal: Refusal): refusal is "past" | "closed" {
  return refusal === "past" || refusal === "closed";
}
