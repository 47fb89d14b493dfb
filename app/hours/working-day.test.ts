import { expect, test } from "vitest";
import { bankHolidays } from "#app/hours/date-holidays.gateway.server.ts";
import { workingDayAfter } from "#app/hours/working-time.db.server.ts";

const none: ReadonlySet<string> = new Set();

test.each([
  ["a Monday", "2026-11-23", 1, "2026-11-24"],
  ["a Friday", "2026-11-20", 1, "2026-11-23"],
  ["a Saturday", "2026-11-21", 1, "2026-11-23"],
  ["a Sunday", "2026-11-22", 5, "2026-11-27"],
  ["a week on", "2026-11-23", 5, "2026-11-30"],
])("counted from %s", (_, from, days, day) => {
  expect(workingDayAfter(from, { days, daysOff: none })).toBe(day);
});

test("Christmas does not count", async () => {
  const daysOff = new Set((await bankHolidays([2026, 2027])).map(({ date }) => date));
  // 25 December is a Friday; Saturday's Boxing Day moves to Monday.
  expect(workingDayAfter("2026-12-24", { days: 1, daysOff })).toBe("2026-12-29");
  expect(workingDayAfter("2026-12-24", { days: 5, daysOff })).toBe("2027-01-05");
});
