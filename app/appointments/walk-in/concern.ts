import { therapistFor } from "#app/appointments/assignment.ts";
import { noticeInWords } from "#app/appointments/refusal-sentence.ts";
import type { Question } from "#app/availability/free-starts.ts";
import { overlaps } from "#app/availability/interval.ts";
import { pickTherapist } from "#app/availability/pick-therapist.ts";
import { QUANTUM_MINUTES } from "#app/availability/quantum.ts";
import { type Refusal, refusalOf } from "#app/availability/refusal.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

const MINUTE_MS = 60_000;
const EVER = 36_500;

/** Why the practice should think twice about a time. It may book it all the same. */
export type Concern = "past" | "too-soon" | "too-far" | "closed";

export type PracticeLook =
  | { kind: "free"; therapistId: string; concerns: Concern[] }
  /** Everybody asked for has somebody else then. That is never overruled. */
  | { kind: "taken" }
  | { kind: "off-grid" };

/**
 * A time as the practice sees it: any whole five minutes, at any hour, with whoever has nobody else then. The
 * question is about the start's local date. Of several who are free, those who work then come first.
 */
export function lookAtTime(asked: Question, start: number): PracticeLook {
  const question = { ...asked, slotInterval: QUANTUM_MINUTES };
  if (start % (QUANTUM_MINUTES * MINUTE_MS) !== 0) return { kind: "off-grid" };
  const block = {
    start: start - question.bufferBefore * MINUTE_MS,
    end: start + (question.length + question.bufferAfter) * MINUTE_MS,
  };
  const free = question.therapists.filter(({ busy }) => !busy.some((taken) => overlaps(taken, block)));
  if (free.length === 0) return { kind: "taken" };
  const working = therapistFor({ ...question, therapists: free, notice: 0 }, start);
  const anyone = pickTherapist(
    free.map(({ id }) => id),
    new Map(free.map(({ id, busy }) => [id, busy.length])),
  );
  const therapistId = working ?? anyone;
  if (!therapistId) return { kind: "taken" };
  const taker = free.filter(({ id }) => id === therapistId);
  return { kind: "free", therapistId, concerns: concernsOf({ ...question, therapists: taker }, start) };
}

/** A time may be both at short notice and outside hours: each is asked for by itself. */
function concernsOf(question: Question, start: number): Concern[] {
  const anyTime = { ...question, now: Math.min(question.now, start), notice: 0, horizonDays: EVER };
  const refusals = [refusalOf(question, start, null), refusalOf(anyTime, start, null)];
  return [...new Set(refusals.filter((refusal) => refusal !== null && isConcern(refusal)))] as Concern[];
}

/** What is unusual about a time, for whoever may book it all the same. */
export function concernSentence(concern: Concern, rules: Pick<BookingRules, "notice" | "horizonDays">): string {
  switch (concern) {
    case "past":
      return "That time has passed.";
    case "too-soon":
      return `That is at less than the ${noticeInWords(rules.notice)} notice that visitors must give.`;
    case "too-far":
      return `That is more than ${rules.horizonDays} days ahead. Visitors can't book it online yet.`;
    case "closed":
      return "That is outside working hours, or the practice is closed then.";
  }
}

function isConcern(refusal: Refusal): refusal is Concern {
  return refusal !== "taken" && refusal !== "off-grid";
}
