import { expect, test } from "vitest";
import type { DayException } from "#app/availability/opening-hours.ts";
import { exceptionLines } from "#app/routes/website/home/exception-lines.ts";

const christmas: DayException = {
  kind: "closure",
  firstDay: "2026-12-25",
  lastDay: "2026-12-25",
  fromMinute: null,
  toMinute: null,
  publicNote: "Christmas Day",
};

test.each([
  ["a day", {}, "Closed on Friday 25 December."],
  ["several days", { lastDay: "2026-12-28" }, "Closed from Friday 25 December to Monday 28 December."],
  ["hours of a day", { fromMinute: 540, toMinute: 750 }, "Closed on Friday 25 December, 9am to 12:30pm."],
  [
    "an extra opening",
    { kind: "opening", fromMinute: 600, toMinute: 720 },
    "Open on Friday 25 December, 10am to midday.",
  ],
] as [string, Partial<DayException>, string][])("%s in a sentence", (_, parts, line) => {
  expect(exceptionLines([{ ...christmas, ...parts }])).toEqual([line]);
});

test("days that are closed from morning to night in one sentence, each month named once", () => {
  const closedOn = (...days: string[]) => days.map((day) => ({ ...christmas, firstDay: day, lastDay: day }));
  const morning = { ...christmas, firstDay: "2026-12-24", lastDay: "2026-12-24", fromMinute: 540, toMinute: 720 };
  const days = closedOn("2026-12-25", "2026-12-26", "2026-12-28", "2027-01-01");
  expect(exceptionLines([morning, ...days])).toEqual([
    "Closed on Thursday 24 December, 9am to midday.",
    "Closed on Friday 25, Saturday 26 and Monday 28 December, and Friday 1 January.",
  ]);
  expect(exceptionLines(closedOn("2026-12-25", "2027-01-01"))).toEqual([
    "Closed on Friday 25 December and Friday 1 January.",
  ]);
});
