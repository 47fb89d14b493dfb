import { expect, test } from "vitest";
import { openRanges } from "#app/availability/opening-hours.ts";
import { alternateDays, countsOn, mondayOf, weekdaysInWords, weekOn } from "#app/availability/week-cycle.ts";

test("a week begins on Monday", () => {
  expect(["2026-11-22", "2026-11-23", "2026-11-29"].map(mondayOf)).toEqual(["2026-11-16", "2026-11-23", "2026-11-23"]);
});

test.each([
  ["2026-11-23", "A"],
  ["2026-11-29", "A"],
  ["2026-11-30", "B"],
  ["2026-12-07", "A"],
  // Before its first week, over the year's end with its 53 weeks, and over a change of the clocks.
  ["2026-11-22", "B"],
  ["2026-11-15", "A"],
  ["2027-01-04", "A"],
  ["2027-01-11", "B"],
  ["2027-03-29", "A"],
])("%s lies in week %s of a cycle from 23 November 2026", (date, week) => {
  expect(weekOn("2026-11-23", date)).toBe(week);
  expect(weekOn("2026-11-25", date)).toBe(week);
});

test("hours without a cycle count every week, the others in theirs", () => {
  const weekly = [
    { weekday: 1, fromMinute: 540, toMinute: 720 },
    { weekday: 1, fromMinute: 800, toMinute: 900, cycle: { weekAFrom: "2026-11-23", week: "A" as const } },
    { weekday: 1, fromMinute: 1000, toMinute: 1100, cycle: { weekAFrom: "2026-11-23", week: "B" as const } },
  ];
  const from = (date: string) => openRanges({ weekly, exceptions: [] }, date).map(({ fromMinute }) => fromMinute);
  expect(from("2026-11-23")).toEqual([540, 800]);
  expect(from("2026-11-30")).toEqual([540, 1000]);
  expect(countsOn(undefined, "2026-11-24")).toBe(true);
});

test("a weekday that all therapists work in the same alternate weeks has its next date", () => {
  const cycle = (week: "A" | "B") => ({ weekAFrom: "2026-11-23", week });
  const of = (weekly: { weekday: number; cycle?: ReturnType<typeof cycle> }[], closed: string[] = []) =>
    alternateDays(weekly, { today: "2026-11-24", isClosed: (date) => closed.includes(date) });
  const saturdays = [{ weekday: 6, cycle: cycle("A") }];
  expect(of(saturdays)).toEqual([{ weekday: 6, next: "2026-11-28" }]);
  expect(of(saturdays, ["2026-11-28"])).toEqual([{ weekday: 6, next: "2026-12-12" }]);
  expect(of([{ weekday: 6, cycle: cycle("B") }])).toEqual([{ weekday: 6, next: "2026-12-05" }]);
  // Today itself, and a weekday that is over this week.
  expect(of([{ weekday: 2, cycle: cycle("A") }])).toEqual([{ weekday: 2, next: "2026-11-24" }]);
  expect(of([{ weekday: 1, cycle: cycle("A") }])).toEqual([{ weekday: 1, next: "2026-12-07" }]);
  // Two who take turns, and one who works every week, leave no week without hours.
  expect(of([...saturdays, { weekday: 6, cycle: cycle("B") }])).toEqual([]);
  expect(of([...saturdays, { weekday: 6 }])).toEqual([]);
  expect(of([])).toEqual([]);
});

test.each([
  [[1, 2, 3, 4, 6], "Monday to Thursday and Saturday"],
  [[3, 1, 5, 6, 1], "Monday, Wednesday, Friday and Saturday"],
  [[1, 2, 3, 4, 5, 6, 7], "Monday to Sunday"],
  [[1, 2, 3], "Monday to Wednesday"],
  [[1, 2], "Monday and Tuesday"],
  [[7], "Sunday"],
  [[], ""],
])("%j reads %s", (weekdays, words) => {
  expect(weekdaysInWords(weekdays)).toBe(words);
});
