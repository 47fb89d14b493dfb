import { bankHolidays } from "#app/availability/bank-holidays/gateway.server.ts";
import { workingDayAfter } from "#app/availability/bank-holidays/working-day.ts";

/** The local date that is so many working days after another, bank holidays left out. */
export async function workingDay(after: string, days: number): Promise<string> {
  const year = Number(after.slice(0, 4));
  const holidays = await bankHolidays([year, year + 1]);
  return workingDayAfter(after, { days, daysOff: new Set(holidays.map(({ date }) => date)) });
}
