import Holidays from "date-holidays";

export type BankHoliday = { date: string; name: string };

/** England's bank holidays of the given years, substitute days included; a day off that moved is named once. */
export function bankHolidays(years: readonly number[]): BankHoliday[] {
  const calendar = new Holidays("GB", "ENG");
  return years
    .flatMap((year) => calendar.getHolidays(year))
    .filter((holiday) => holiday.type === "public" || holiday.type === "bank")
    .map((holiday) => ({ date: holiday.date.slice(0, 10), name: holiday.name }));
}
