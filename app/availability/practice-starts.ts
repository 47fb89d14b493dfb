import { freeStarts, type Question } from "#app/availability/free-starts.ts";
import { QUANTUM_MINUTES } from "#app/availability/quantum.ts";

const QUANTUM_MS = QUANTUM_MINUTES * 60_000;

/**
 * The starts offered to the practice, in order: the grid's, and the first and last of each free stretch, which the grid
 * may miss (10:35 to 11:35 holds one hour, at 10:35). Any other multiple of five minutes may be typed.
 */
export function practiceStarts(question: Question): number[] {
  const starts = new Set(freeStarts(question).flatMap(({ slots }) => slots.map(({ start }) => start)));
  for (const therapist of question.therapists) {
    const alone = { ...question, therapists: [therapist], slotInterval: QUANTUM_MINUTES };
    for (const { slots } of freeStarts(alone)) {
      const every = new Set(slots.map(({ start }) => start));
      for (const start of every) {
        if (!every.has(start - QUANTUM_MS) || !every.has(start + QUANTUM_MS)) starts.add(start);
      }
    }
  }
  return [...starts].sort((a, b) => a - b);
}
