import { expect, test } from "vitest";
import { spreadTimes } from "#app/appointments/booking/scheduler/scheduler.ts";

const day = (...sizes: number[]) =>
  sizes.flatMap((size, nth) => Array.from({ length: size }, () => ({ part: `part ${nth}` })));

test("eight times and fewer are all shown", () => {
  expect(spreadTimes(day(3, 5)).size).toBe(8);
  expect(spreadTimes([]).size).toBe(0);
});

test("more are shared among the parts of the day, and even in each", () => {
  expect([...spreadTimes(day(12, 17))]).toEqual([0, 3, 6, 9, 12, 16, 20, 24]);
  expect([...spreadTimes(day(30))]).toEqual([0, 3, 7, 11, 15, 18, 22, 26]);
});

test("what a short part can't use goes to the others", () => {
  expect([...spreadTimes(day(1, 12))].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 4, 6, 7, 9, 11]);
  expect([...spreadTimes(day(12, 20, 4))]).toEqual([0, 4, 8, 12, 18, 25, 32, 34]);
});
