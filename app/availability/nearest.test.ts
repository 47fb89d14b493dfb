import { expect, test } from "vitest";
import type { FreeDay } from "#app/availability/free-starts.ts";
import { nearestStarts } from "#app/availability/nearest.ts";

const day = (...starts: number[]): FreeDay => ({
  date: "2027-06-01",
  state: "open",
  closure: null,
  slots: starts.map((start) => ({ start, therapists: ["ana"] })),
});
const startsNear = (days: FreeDay[], wanted: number, count: number) =>
  nearestStarts(days, wanted, count).map((slot) => slot.start);

test("the nearest come back in order of time, over several days", () => {
  expect(startsNear([day(10, 40, 55), day(70, 200)], 60, 3)).toEqual([40, 55, 70]);
});

test("of two as near the earlier is taken", () => {
  expect(startsNear([day(50, 70)], 60, 1)).toEqual([50]);
  // The days may come in any order.
  expect(startsNear([day(70), day(50)], 60, 1)).toEqual([50]);
});

test("fewer than asked for are all there are", () => {
  expect(startsNear([day(10), day()], 60, 3)).toEqual([10]);
  expect(startsNear([], 60, 3)).toEqual([]);
});
