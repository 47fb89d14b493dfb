import type { BankHoliday, Nation } from "#app/availability/bank-holidays/nation.ts";

/** The bank holidays of the given years, substitute days included; a day off that moved is named once. */
export async function bankHolidays(years: readonly number[], nation: Nation = "ENG"): Promise<BankHoliday[]> {
  // Loaded when it is asked for: the whole world's calendars would cost every start a tenth of a second.
  const { default: Holidays } = await import("date-holidays");
  const calendar = new Holidays("GB", nation);
  return years
    .flatMap((year) => calendar.getHolidays(year))
    .filter((holiday) => holiday.type === "public" || holiday.type === "bank")
    .map((holiday) => ({ date: holiday.date.slice(0, 10), name: holiday.name }));
}
