import { expect, test } from "vitest";
import { REBOOKING_DAYS } from "#app/appointments/attendance.ts";
import { addUp, bookedFrom, dayBookedOf, daySumsOf, joinNearest, timesWithout } from "#app/reports/day-sums.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const time = (start: number, end: number) => ({ start, end });
const fact = {
  ...time(9 * HOUR, 10 * HOUR),
  therapist: "imogen",
  service: "deep",
  source: "website",
  client: "new",
  result: "came" as const,
  price_pence: 5000,
  late: 0,
  first: 1,
  followed: 1,
};

test("a day's sums come back by each part, and say who came again only of a day that is judged", () => {
  const other = { ...fact, therapist: "tom", result: "cancelled" as const, late: 1, first: 0, followed: 0 };
  const sums = daySumsOf([fact, { ...fact, price_pence: 2_000_000_000 }, other]).by_therapist;
  const days = [
    { ...time(0, DAY), sums, isJudged: true },
    { ...time(DAY, 2 * DAY), sums, isJudged: false },
  ];
  const came = { part: "imogen", result: "came", all: 2, pence: 2_000_005_000, late: 0, first: 2 };
  const found = addUp(days, [0, 2 * DAY, 3 * DAY]).filter(({ part }) => part === "imogen");
  expect(found).toEqual([
    { ...time(0, 2 * DAY), ...came, judged: 2, followed: 2 },
    { ...time(0, 2 * DAY), ...came, judged: 0, followed: 0 },
  ]);
  expect(addUp(days, [0, DAY, 2 * DAY]).filter(({ part }) => part === "tom")).toMatchObject([
    { ...time(0, DAY), all: 1, late: 1 },
    { ...time(DAY, 2 * DAY), all: 1, late: 1 },
  ]);
});

test("booked time is stored joined, to the millisecond, and without what was cancelled", () => {
  const late = { ...fact, ...time(23 * HOUR + 7, 25 * HOUR + 1) };
  const next = { ...fact, ...time(10 * HOUR, 11 * HOUR) };
  const stored = JSON.parse(dayBookedOf([late, fact, next, { ...fact, result: "cancelled" }], time(HOUR, DAY)));
  expect(bookedFrom(stored.imogen, time(HOUR, DAY))).toEqual([time(9 * HOUR, 11 * HOUR), time(late.start, late.end)]);
  expect(bookedFrom(stored.tom, time(HOUR, DAY))).toEqual([]);
});

test("what no day covers is asked for in few times, the nearest joined", () => {
  const days = [time(2, 3), time(3, 4), time(6, 7)];
  expect(timesWithout(days, time(0, 9))).toEqual([time(0, 2), time(4, 6), time(7, 9)]);
  expect(timesWithout([], time(0, 9))).toEqual([time(0, 9)]);
  expect(timesWithout(days, time(2, 7))).toEqual([time(4, 6)]);
  expect(joinNearest(timesWithout(days, time(0, 9)), 2)).toEqual([time(0, 2), time(4, 9)]);
});

test("the triggers of migration 0421 look as far back as a visit can be followed", () => {
  expect(REBOOKING_DAYS + 2).toBe(44);
});
