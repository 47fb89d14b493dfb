import { bankHolidays } from "#app/availability/date-holidays.gateway.server.ts";
import { workingDayAfter } from "#app/availability/working-day.ts";

/** The local date this many working days later; bank holidays do not count. */
export async function workingDay(after: string, days: number): Promise<string> {
  const year = Number(after.slice(0, 4));
  const holidays = await bankHolidays([year, year + 1]);
  return workingDayAfter(after, { days, daysOff: new Set(holidays.map(({ date }) => date)) });
}
