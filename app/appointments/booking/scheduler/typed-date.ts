import { dayInWords } from "#app/platform/date-words.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * The local date that somebody typed, day first: `14 1 2027`, `14/1/27`, `14 Jan`, `Thursday 14th January`. Without a
 * year it is the next such day. Null when it is no date.
 */
export function dateTyped(typed: string, today: string): string | null {
  if (isLocalDate(typed.trim())) return typed.trim();
  const parts =
    typed
      .toLowerCase()
      .match(/[a-z]+|\d+/g)
      ?.filter((part) => !/^(th|st|nd|rd|of|mon|tue|wed|thu|fri|sat|sun)/.test(part)) ?? [];
  const [first, second, third, ...rest] = parts;
  if (!first || !second || rest.length > 0) return null;
  const inOrder = dateFrom({ day: first, month: second, year: third }, today);
  // Some write the month first.
  return inOrder ?? dateFrom({ day: second, month: first, year: third }, today);
}

type Parts = { day: string; month: string; year: string | undefined };

function dateFrom({ day, month, year }: Parts, today: string): string | null {
  const name = MONTHS.indexOf(month.slice(0, 3)) + 1;
  const monthAndDay = `${twoDigits(String(name || month))}-${twoDigits(day)}`;
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined) return inCalendar(`${year.length === 2 ? `20${year}` : year}-${monthAndDay}`);
  const next = inCalendar(`${thisYear}-${monthAndDay}`);
  return next && next >= today ? next : inCalendar(`${thisYear + 1}-${monthAndDay}`);
}

function twoDigits(part: string): string {
  return part.padStart(2, "0");
}

function inCalendar(date: string): string | null {
  return isLocalDate(date) ? date : null;
}

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
