import fc from "fast-check";
import { expect, test } from "vitest";
import { type FeeFacts, isSoldAgain, judgeFee } from "#app/payments/fees.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2027, 4, 4, 9, 30);
const rule = { at: START - 60 * DAY, words: "After that, up to half of the price.", notice: 1440, percent: 50 };
const facts: FeeFacts = {
  ...{ occasion: "late", at: START - 5 * HOUR, bookedAt: START - 30 * DAY, start: START, end: START + HOUR },
  ...{ pricePence: 4801, rule, percentNow: 50, isLeisure: false, others: [], zone: "Europe/London" },
};

test("a late cancellation costs half of the price at most, in whole pence", () => {
  expect(judgeFee(facts)).toEqual({ mostPence: 2400, why: null });
});

test("the milder of the rule that was read and today's holds", () => {
  expect(judgeFee({ ...facts, percentNow: 20 })).toEqual({ mostPence: 960, why: null });
  expect(judgeFee({ ...facts, rule: { ...rule, percent: 10 } })).toEqual({ mostPence: 480, why: null });
  expect(judgeFee({ ...facts, percentNow: 0 })).toEqual({ mostPence: 0, why: "no-rule" });
  expect(judgeFee({ ...facts, rule: null })).toEqual({ mostPence: 0, why: "no-rule" });
  expect(judgeFee({ ...facts, rule: { ...rule, notice: 240 } })).toEqual({ mostPence: 0, why: "in-time" });
});

test("within 14 days of booking nothing is charged, unless the leisure exemption is stated for the service", () => {
  const bookedAt = (days: number) => ({ ...facts, bookedAt: facts.at - days * DAY });
  expect(judgeFee(bookedAt(14))).toEqual({ mostPence: 0, why: "within-14-days" });
  expect(judgeFee(bookedAt(15))).toMatchObject({ why: null });
  expect(judgeFee({ ...bookedAt(1), isLeisure: true })).toMatchObject({ why: null });
  expect(judgeFee({ ...bookedAt(10), occasion: "missed", at: START })).toEqual({ mostPence: 0, why: "within-14-days" });
});

test("time is sold again once others have half of it", () => {
  const half = { start: START, end: START + HOUR / 2 };
  expect(judgeFee({ ...facts, others: [half] })).toEqual({ mostPence: 0, why: "sold-again" });
  expect(isSoldAgain({ ...facts, others: [{ ...half, end: half.end - 1 }] })).toBe(false);
  expect(isSoldAgain({ ...facts, others: [{ start: START - HOUR, end: START }] })).toBe(false);
  expect(isSoldAgain({ ...facts, occasion: "missed", others: [half] })).toBe(false);
});

test("no fee is more than the share of either rule, whatever happens", () => {
  const some = fc.record({
    pricePence: fc.integer({ min: 0, max: 1_000_000 }),
    percentNow: fc.integer({ min: 0, max: 100 }),
    read: fc.integer({ min: 0, max: 100 }),
    ago: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(some, ({ pricePence, percentNow, read, ago }) => {
      const verdict = judgeFee({
        ...{ ...facts, pricePence, percentNow, bookedAt: facts.at - ago * DAY, rule: { ...rule, percent: read } },
      });
      if (verdict.why !== null) return;
      expect(Number.isInteger(verdict.mostPence) && verdict.mostPence > 0).toBe(true);
      expect(verdict.mostPence * 100).toBeLessThanOrEqual(pricePence * Math.min(percentNow, read));
      expect(ago).toBeGreaterThanOrEqual(14);
    }),
  );
});
