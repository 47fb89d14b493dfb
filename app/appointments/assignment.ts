import { type FreeDay, freeStarts, type Question } from "#app/availability/free-starts.ts";
import { pickTherapist } from "#app/availability/pick-therapist.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

/**
 * Who takes a start that 'anyone' may take: of those free, who has the fewest bookings on that local date,
 * then the practice's order. The question is about that one date. Null when nobody is free.
 */
export function therapistFor(question: Question, start: number): string | null {
  const slot = slotAt(freeStarts(question), start);
  if (!slot) return null;
  const bookings = new Map(
    question.therapists.map((therapist) => [
      therapist.id,
      therapist.busy.filter((block) => localDateOf(block.start, question.zone) === question.from).length,
    ]),
  );
  return pickTherapist(slot.therapists, bookings);
}

function slotAt(days: readonly FreeDay[], start: number) {
  return days.flatMap((day) => day.slots).find((slot) => slot.start === start);
}
