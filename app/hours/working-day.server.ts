import { bankHolidays } from "#app/hours/date-holidays.gateway.server.ts";
import { addDays, weekdayOf } from "#app/platform/zoned-time.ts";

/** The local date this many working days later; bank holidays do not count. */
export async function workingDay(after: string, days: number): Promise<string> {
  const year = Number(after.slice(0, 4));
  const holidays = await bankHolidays([year, year + 1]);
  return workingDayAfter(after, { days, daysOff: new Set(holidays.map(({ date }) => date)) });
}

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
