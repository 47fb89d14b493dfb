import fc from "fast-check";
import { expect, test } from "vitest";
import {
  holds,
  type Interval,
  indexEndingAfter,
  merge,
  overlaps,
  QUANTUM_MINUTES,
  quantaOf,
  subtract,
} from "#app/availability/interval.ts";

const RUNS = { numRuns: 2000 };
const anyIntervals = () =>
  fc.array(fc.record({ start: fc.integer({ min: 0, max: 60 }), end: fc.integer({ min: 0, max: 60 }) }), {
    maxLength: 8,
  });

test("what touches becomes one, what is empty or back to front goes", () => {
  const given = [
    { start: 5, end: 9 },
    { start: 1, end: 3 },
    { start: 3, end: 4 },
    { start: 7, end: 7 },
    { start: 20, end: 10 },
  ];
  expect(merge(given)).toEqual([
    { start: 1, end: 4 },
    { start: 5, end: 9 },
  ]);
});

test("merging leaves what it was given alone", () => {
  const given = [
    { start: 3, end: 5 },
    { start: 1, end: 4 },
  ];
  merge(given);
  expect(given).toEqual([
    { start: 3, end: 5 },
    { start: 1, end: 4 },
  ]);
});

test("merged lists cover the same points, in order and apart", () => {
  fc.assert(
    fc.property(anyIntervals(), (intervals) => {
      const merged = merge(intervals);
      expect(pointsOf(merged)).toEqual(pointsOf(intervals));
      for (const [index, { start }] of merged.entries()) {
        if (index > 0) expect(start).toBeGreaterThan(merged[index - 1]?.end ?? 0);
      }
    }),
    RUNS,
  );
});

test("subtracting leaves the points that no cut has", () => {
  fc.assert(
    fc.property(anyIntervals(), (intervals) => {
      const from = { start: 10, end: 50 };
      const cut = new Set(pointsOf(intervals));
      expect(pointsOf(subtract(from, merge(intervals)))).toEqual(pointsOf([from]).filter((point) => !cut.has(point)));
    }),
    RUNS,
  );
});

test("the first interval that ends after an instant is found", () => {
  fc.assert(
    fc.property(anyIntervals(), fc.integer({ min: -1, max: 61 }), (intervals, instant) => {
      const merged = merge(intervals);
      const found = merged.findIndex((interval) => interval.end > instant);
      expect(indexEndingAfter(merged, instant)).toBe(found === -1 ? merged.length : found);
    }),
    RUNS,
  );
});

test("intervals that touch do not overlap, and one holds itself", () => {
  expect(overlaps({ start: 1, end: 3 }, { start: 3, end: 5 })).toBe(false);
  expect(overlaps({ start: 1, end: 4 }, { start: 3, end: 5 })).toBe(true);
  expect(holds({ start: 1, end: 3 }, { start: 1, end: 3 })).toBe(true);
  expect(holds({ start: 1, end: 3 }, { start: 2, end: 4 })).toBe(false);
});

function pointsOf(intervals: readonly Interval[]): number[] {
  return Array.from({ length: 61 }, (_, point) => point).filter((point) =>
    intervals.some(({ start, end }) => start <= point && point < end),
  );
}

const QUANTUM_MS = QUANTUM_MINUTES * 60_000;

test("a quantum is five minutes: forms take whole fives, and claims that are stored are numbered by it", () => {
  expect(quantaOf({ start: 600_000, end: 1_500_000 })).toEqual([2, 3, 4]);
});

test("a block has each quantum from its start up to its end", () => {
  expect(quantaOf({ start: 3 * QUANTUM_MS, end: 6 * QUANTUM_MS })).toEqual([3, 4, 5]);
  expect(quantaOf({ start: 3 * QUANTUM_MS, end: 3 * QUANTUM_MS })).toEqual([]);
});

test("a quantum that is only touched counts, so a claim is never too small", () => {
  expect(quantaOf({ start: 3 * QUANTUM_MS + 1, end: 4 * QUANTUM_MS + 1 })).toEqual([3, 4]);
});

test("two blocks in whole quanta share one exactly when they overlap", () => {
  const anyBlock = fc
    .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 10 }))
    .map(([first, count]) => ({ start: first * QUANTUM_MS, end: (first + count) * QUANTUM_MS }));
  fc.assert(
    fc.property(anyBlock, anyBlock, (a, b) => {
      const shared = quantaOf(a).some((quantum) => quantaOf(b).includes(quantum));
      expect(shared).toBe(overlaps(a, b));
    }),
    { numRuns: 2000 },
  );
});
