import { freeStarts, type Question } from "#app/availability/free-starts.ts";
import { QUANTUM_MINUTES } from "#app/availability/interval.ts";

const QUANTUM_MS = QUANTUM_MINUTES * 60_000;

/**
 * The starts offered to the practice first, in order: the grid's, and the first and last of each free stretch, which
 * the grid may miss (10:35 to 11:35 holds one hour, at 10:35).
 */
export function practiceStarts(question: Question): number[] {
  const starts = new Set(startsOf(question));
  for (const therapist of question.therapists) {
    const every = new Set(everyStart({ ...question, therapists: [therapist] }));
    for (const start of every) {
      if (!every.has(start - QUANTUM_MS) || !every.has(start + QUANTUM_MS)) starts.add(start);
    }
  }
  return [...starts].sort((a, b) => a - b);
}

/** Every start that some therapist truly has, at whole five minutes, in order. */
export function everyStart(question: Question): number[] {
  return startsOf({ ...question, slotInterval: QUANTUM_MINUTES });
}

function startsOf(question: Question): number[] {
  return freeStarts(question).flatMap(({ slots }) => slots.map(({ start }) => start));
}
