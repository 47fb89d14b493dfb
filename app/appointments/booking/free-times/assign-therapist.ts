import { type FreeDay, freeStarts, type Question } from "#app/availability/free-starts.ts";
import { isBooked } from "#app/availability/interval.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

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
      therapist.busy.filter((block) => isBooked(block) && localDateOf(block.start, question.zone) === question.from)
        .length,
    ]),
  );
  return pickTherapist(among(slot.therapists), bookings);
}

function slotAt(days: readonly FreeDay[], start: number) {
  return days.flatMap((day) => day.slots).find((slot) => slot.start === start);
}

const HUNDRED_YEARS = 36_500;

/** The rules for the practice's own bookings: notice and horizon apply to visitors only (docs/decisions/0040). */
export function practiceRules<Rules extends Pick<BookingRules, "notice" | "horizonDays">>(rules: Rules): Rules {
  return { ...rules, notice: 0, horizonDays: HUNDRED_YEARS };
}

/**
 * Of the free therapists, the one with the fewest bookings that day (0 if missing from `bookings`), then the first in
 * the list. Null when nobody is free.
 */
export function pickTherapist(free: readonly string[], bookings: ReadonlyMap<string, number>): string | null {
  let picked: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const id of free) {
    const count = bookings.get(id) ?? 0;
    if (count < fewest) {
      picked = id;
      fewest = count;
    }
  }
  return picked;
}
