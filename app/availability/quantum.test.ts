import fc from "fast-check";
import { expect, test } from "vitest";
import { overlaps } from "#app/availability/interval.ts";
import { QUANTUM_MINUTES, quantaOf } from "#app/availability/quantum.ts";

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
