import type { BankHoliday, Nation } from "#app/availability/nation.ts";

/** The bank holidays of these years, with substitute days; a holiday that moved is listed once. */
export async function bankHolidays(years: readonly number[], nation: Nation = "ENG"): Promise<BankHoliday[]> {
  // Loaded on demand: the calendars of all countries would add a tenth of a second to every start.
  const { default: Holidays } = await import("date-holidays");
  const calendar = new Holidays("GB", nation);
  return years
    .flatMap((year) => calendar.getHolidays(year))
    .filter((holiday) => holiday.type === "public" || holiday.type === "bank")
    .map((holiday) => ({ date: holiday.date.slice(0, 10), name: holiday.name }));
}
