import { expect, test } from "vitest";
import type { DayException } from "#app/availability/opening-hours.ts";
import { hoursNodes, specialHoursNodes, weeklyAndDated } from "#app/routes/website/structured-data/business-nodes.ts";
import { DEMO_HOURS } from "#tests/support/demo-words.ts";

const weekly = DEMO_HOURS;
const MONDAY = "2027-05-03";
const TUESDAY = "2027-05-04";
const SUNDAY = "2027-05-09";

const exception = (kind: DayException["kind"], day: string, part: Partial<DayException> = {}): DayException => ({
  kind,
  firstDay: day,
  lastDay: day,
  fromMinute: null,
  toMinute: null,
  publicNote: null,
  ...part,
});
const special = (...exceptions: DayException[]) =>
  specialHoursNodes(weekly, exceptions, MONDAY).map(({ validFrom, opens, closes }) => [validFrom, opens, closes]);

test("days with the same hours stand together, and a closed day is not named", () => {
  expect(hoursNodes(weekly)).toEqual([
    {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
      opens: "09:00",
      closes: "17:00",
    },
    { "@type": "OpeningHoursSpecification", dayOfWeek: ["Saturday"], opens: "10:00", closes: "17:00" },
  ]);
});

test("a day in two parts is named in both, and midnight is the day's last minute", () => {
  const split = [
    { weekday: 1, fromMinute: 540, toMinute: 780 },
    { weekday: 1, fromMinute: 840, toMinute: 1440 },
  ];
  expect(hoursNodes(split).map(({ opens, closes }) => [opens, closes])).toEqual([
    ["09:00", "13:00"],
    ["14:00", "23:59"],
  ]);
});

test("a closed day opens and closes at midnight", () => {
  expect(special(exception("closure", MONDAY))).toEqual([[MONDAY, "00:00", "00:00"]]);
});

test("a closure of some hours leaves the rest of the day", () => {
  expect(special(exception("closure", TUESDAY, { fromMinute: 720, toMinute: 840 }))).toEqual([
    [TUESDAY, "09:00", "12:00"],
    [TUESDAY, "14:00", "17:00"],
  ]);
});

test("a Sunday that is opened has hours of its own", () => {
  expect(special(exception("opening", SUNDAY, { fromMinute: 600, toMinute: 780 }))).toEqual([
    [SUNDAY, "10:00", "13:00"],
  ]);
});

test("what has begun before today is said from today on, and a day that two closures touch is said once", () => {
  const running = exception("closure", "2027-05-01", { lastDay: TUESDAY });
  expect(special(running, exception("closure", TUESDAY))).toEqual([
    [MONDAY, "00:00", "00:00"],
    [TUESDAY, "00:00", "00:00"],
  ]);
});

test("a weekday of alternate weeks has dates and no weekly hours, and its closures count", () => {
  const { weekly: always, openings } = weeklyAndDated(weekly, [{ weekday: 6, next: "2026-11-28" }]);
  expect(hoursNodes(always).flatMap(({ dayOfWeek }) => dayOfWeek)).not.toContain("Saturday");
  const closed = { kind: "closure", firstDay: "2026-12-12", lastDay: "2026-12-12" } as const;
  const nodes = specialHoursNodes(
    always,
    [...openings, { ...closed, fromMinute: null, toMinute: null, publicNote: null }],
    "2026-11-23",
  );
  expect(nodes.slice(0, 3).map(({ validFrom, opens, closes }) => [validFrom, opens, closes])).toEqual([
    ["2026-11-28", "10:00", "17:00"],
    ["2026-12-12", "00:00", "00:00"],
    ["2026-12-26", "10:00", "17:00"],
  ]);
});
