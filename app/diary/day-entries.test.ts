import { expect, test } from "vitest";
import { lanesOf } from "#app/diary/day-entries.ts";

const lanes = (...spans: [number, number][]) =>
  lanesOf(spans.map(([at, end]) => ({ at, lasts: end - at }))).map(({ lane, lanes }) => `${lane + 1}/${lanes}`);

test("who shares no time has the whole width, touching ends included", () => {
  expect(lanes([0, 60], [60, 120], [200, 260])).toEqual(["1/1", "1/1", "1/1"]);
});

test("two at once stand beside each other, and the next is alone again", () => {
  expect(lanes([0, 60], [30, 90], [90, 120])).toEqual(["1/2", "2/2", "1/1"]);
});

test("a chain shares its lanes, and a lane that is free is used again", () => {
  expect(lanes([0, 60], [30, 120], [60, 90], [100, 130])).toEqual(["1/2", "2/2", "1/2", "1/2"]);
  expect(lanes([0, 100], [10, 100], [20, 100])).toEqual(["1/3", "2/3", "3/3"]);
});

test("nobody needs no lane", () => {
  expect(lanesOf([])).toEqual([]);
});
