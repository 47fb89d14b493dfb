import { dateFormat } from "#app/platform/date-format.ts";
import { addDays, weekdayOf } from "#app/platform/zoned-time.ts";

/** The weeks of a month `YYYY-MM`, Monday first, as local dates, filled up with days of its neighbours. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const end = `${addMonths(month, 1)}-01`;
  const weeks: string[][] = [];
  for (let monday = addDays(first, 1 - weekdayOf(first)); monday < end; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)));
  }
  return weeks;
}

/** The month some months later; earlier if negative. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

export function monthFrom(typed: string | null): string | null {
  return typed && /^20\d\d-(0[1-9]|1[0-2])$/.test(typed) ? typed : null;
}

/** `May 2027`. */
export function monthInWords(month: string): string {
  return dateInWords(`${month}-01`, { month: "long", year: "numeric" });
}

/** A local date in words, `Friday 7 May 2027` unless other parts are given. */
export function dateInWords(
  date: string,
  parts: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long", year: "numeric" },
): string {
  return dateFormat("en-GB", { ...parts, timeZone: "UTC" })
    .format(Date.parse(`${date}T00:00:00Z`))
    .replace(",", "");
}
