import { type FreeDay, freeStarts, type Question } from "#app/availability/free-starts.ts";
import { pickTherapist } from "#app/availability/pick-therapist.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

/**
 * Assigns a therapist to a start that any of them may take: of those free, the one with the fewest bookings on that
 * local date, then the practice's order. The question covers that one date. `among` leaves some of the free out. Null
 * when nobody is free.
 */
export function therapistFor(
  question: Question,
  start: number,
  among: (free: readonly string[]) => readonly string[] = (free) => free,
): string | null {
  const slot = slotAt(freeStarts(question), start);
  if (!slot) return null;
  const bookings = new Map(
    question.therapists.map((therapist) => [
      therapist.id,
      therapist.busy.filter((block) => localDateOf(block.start, question.zone) === question.from).length,
    ]),
  );
  return pickTherapist(among(slot.therapists), bookings);
}

function slotAt(days: readonly FreeDay[], start: number) {
  return days.flatMap((day) => day.slots).find((slot) => slot.start === start);
}
