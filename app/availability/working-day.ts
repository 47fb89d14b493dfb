import { addDays, weekdayOf } from "#app/platform/zoned-time.ts";

/** The date this many working days later: Saturdays, Sundays and the given days off do not count. */
export function workingDayAfter(
  date: string,
  { days, daysOff }: { days: number; daysOff: ReadonlySet<string> },
): string {
  let day = date;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (weekdayOf(day) < 6 && !daysOff.has(day)) left -= 1;
  }
  return day;
}
