import { isLocalDate } from "#app/platform/local-date.ts";

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
