import { dateTyped } from "#app/booking/typed-date.ts";
import { dayInWords } from "#app/platform/day-in-words.ts";

/** What "Go to a date" leads to: a day, or a sentence on why not. Null when nothing was typed. */
export function readGoTo(
  typed: string | null,
  { today, lastDay, locale }: { today: string; lastDay: string; locale: string },
): { typed: string; day: string | null; error: string | null } | null {
  if (typed === null) return null;
  const day = dateTyped(typed, today);
  if (day === null) return { typed, day, error: "Enter a date, like 14 1 2027" };
  if (day < today) return { typed, day: null, error: "That day is over. Enter a later date" };
  if (day > lastDay) {
    const until = dayInWords(lastDay, { locale, year: true });
    return { typed, day: null, error: `Bookings are open until ${until}. Enter an earlier date` };
  }
  return { typed, day, error: null };
}
