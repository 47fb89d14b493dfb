import { expect, test } from "vitest";
import { closedRanges, closureNotes, openRanges } from "#app/availability/opening-hours.ts";
import { closure, opening } from "#tests/support/availability/questions.ts";

test("ranges of the weekday alone count, and what touches or overlaps is one", () => {
  const weekly = [
    { weekday: 2, fromMinute: 720, toMinute: 800 },
    { weekday: 2, fromMinute: 540, toMinute: 720 },
    { weekday: 2, fromMinute: 900, toMinute: 960 },
    { weekday: 3, fromMinute: 0, toMinute: 1440 },
  ];
  expect(openRanges({ weekly, exceptions: [] }, "2027-06-01")).toEqual([
    { fromMinute: 540, toMinute: 800 },
    { fromMinute: 900, toMinute: 960 },
  ]);
});

test("openings add to the week and closures are kept apart", () => {
  const hours = { weekly: [], exceptions: [opening(600, 660), closure({ fromMinute: 630, toMinute: 700 })] };
  expect(openRanges(hours, "2027-06-01")).toEqual([{ fromMinute: 600, toMinute: 660 }]);
  expect(closedRanges(hours, "2027-06-01")).toEqual([{ fromMinute: 630, toMinute: 700 }]);
});

test("an exception counts from its first day to its last, both included, and all day without minutes", () => {
  const hours = { weekly: [], exceptions: [closure({ lastDay: "2027-06-03" })] };
  const days = ["2027-05-31", "2027-06-01", "2027-06-03", "2027-06-04"];
  expect(days.map((date) => closedRanges(hours, date).length)).toEqual([0, 1, 1, 0]);
  expect(closedRanges(hours, "2027-06-02")).toEqual([{ fromMinute: 0, toMinute: 1440 }]);
});

test("sentences are the closures' of that day, each once", () => {
  const exceptions = [closure({ publicNote: "snow" }), closure({ publicNote: "snow" }), closure(), opening(0, 60)];
  expect([...closureNotes({ weekly: [], exceptions }, "2027-06-01")]).toEqual(["snow"]);
  expect(closureNotes({ weekly: [], exceptions }, "2027-06-02").size).toBe(0);
});
