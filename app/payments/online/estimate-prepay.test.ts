import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cardFeePence,
  type EstimateTerms,
  estimatePrepay,
  type PastBooking,
} from "#app/payments/online/estimate-prepay.ts";
import { prepaidPence, ruleFor } from "#app/payments/online/prepay-rule.ts";
import { prepayment } from "#app/settings/schemas/payments.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2027, 4, 4, 9, 30);
const terms: EstimateTerms = { notice: 1440, keepPercent: 50, leisure: [], zone: "Europe/London" };
const rule = prepayment.parse({ what: "amount", services: ["deep"] });
const ruleWith = (parts: object) => prepayment.parse({ what: "amount", services: ["deep"], ...parts });
const came: PastBooking = { serviceId: "deep", pricePence: 5800, isKnown: true, isFlagged: false, lost: null };
const lostAt = { bookedAt: START - 30 * DAY, start: START, end: START + HOUR, others: [] };
const late: PastBooking = { ...came, lost: { ...lostAt, occasion: "late", at: START - 5 * HOUR } };

test("a rule costs the fee of each payment, and secures what it would have kept of lost times", () => {
  expect(cardFeePence(1500)).toBe(43);
  expect(estimatePrepay([came, late], rule, terms)).toEqual({ count: 2, feePence: 86, securedPence: 1500 });
  expect(estimatePrepay([late], ruleWith({ what: "full" }), terms)).toMatchObject({
    feePence: 107,
    securedPence: 2900,
  });
});

test("only those who would have paid count", () => {
  const fresh = { ...came, isKnown: false };
  const flagged = { ...late, isFlagged: true };
  const counts = (["all", "new", "flagged", "either"] as const).map(
    (who) => estimatePrepay([came, fresh, flagged], ruleWith({ who }), terms).count,
  );
  expect(counts).toEqual([3, 1, 1, 2]);
  expect(estimatePrepay([{ ...came, serviceId: "foot" }], rule, terms).count).toBe(0);
  expect(estimatePrepay([came], ruleWith({ what: "none" }), terms).count).toBe(0);
});

test("two services cost by two rules, and a booking by the first that is for it alone", () => {
  const foot = { ...late, serviceId: "foot" };
  const two = prepayment.parse({
    rules: [
      { what: "amount", services: ["deep"] },
      { what: "share", percent: 20, services: ["foot", "deep"] },
    ],
  });
  expect(estimatePrepay([late, foot], two, terms)).toEqual({ count: 2, feePence: 43 + 37, securedPence: 1500 + 1160 });
  // Until 4 hours before, all goes back by a rule that is kinder than the practice's notice.
  const kind = prepayment.parse({ rules: [{ what: "amount", notice: 240 }] });
  expect(estimatePrepay([late], kind, terms)).toMatchObject({ count: 1, securedPence: 0 });
});

test("what was sold again, and what was booked less than 14 days before, secures nothing", () => {
  const withLost = (parts: object) => [
    { ...late, lost: { ...lostAt, occasion: "late" as const, at: START - HOUR, ...parts } },
  ];
  expect(estimatePrepay(withLost({ others: [{ start: START, end: START + HOUR }] }), rule, terms).securedPence).toBe(0);
  const soon = withLost({ bookedAt: START - 5 * DAY });
  expect(estimatePrepay(soon, rule, terms).securedPence).toBe(0);
  expect(estimatePrepay(soon, rule, { ...terms, leisure: ["deep"] }).securedPence).toBe(1500);
});

const booking: fc.Arbitrary<PastBooking> = fc.record({
  serviceId: fc.constantFrom("deep", "foot"),
  pricePence: fc.integer({ min: 0, max: 20_000 }),
  isKnown: fc.boolean(),
  isFlagged: fc.boolean(),
  lost: fc.option(
    fc.record({
      occasion: fc.constantFrom("late" as const, "missed" as const),
      at: fc.integer({ min: START - 3 * DAY, max: START }),
      bookedAt: fc.integer({ min: START - 60 * DAY, max: START - 3 * DAY }),
      start: fc.constant(START),
      end: fc.constant(START + HOUR),
      others: fc.constantFrom([], [{ start: START, end: START + HOUR }]),
    }),
  ),
});
const anyRule = fc.record({
  what: fc.constantFrom("none", "amount", "share", "full"),
  pence: fc.integer({ min: 100, max: 10_000 }),
  percent: fc.integer({ min: 1, max: 100 }),
  who: fc.constantFrom("all", "new", "flagged", "either"),
  services: fc.constantFrom([], ["deep"], ["deep", "foot"]),
});

test("of any past and rule: whole pence, never more secured than paid or than the cap, and the parts add up to the whole", () => {
  fc.assert(
    fc.property(fc.array(booking), fc.array(booking), anyRule, fc.nat(100), (some, others, parts, keepPercent) => {
      const of = (bookings: PastBooking[], who = parts.who) =>
        estimatePrepay(bookings, prepayment.parse({ rules: [{ ...parts, who }] }), { ...terms, keepPercent });
      const [all, first, second] = [of([...some, ...others]), of(some), of(others)];
      for (const name of ["count", "feePence", "securedPence"] as const) {
        expect(Number.isSafeInteger(all[name]) && all[name] >= 0).toBe(true);
        expect(all[name]).toBe(first[name] + second[name]);
        // A rule for more people never costs or secures less.
        expect(all[name]).toBeLessThanOrEqual(of([...some, ...others], "all")[name]);
        const either = of([...some, ...others], "either")[name];
        expect(either).toBeGreaterThanOrEqual(Math.max(of([...some, ...others], "new")[name]));
        expect(either).toBeGreaterThanOrEqual(Math.max(of([...some, ...others], "flagged")[name]));
      }
      const lost = [...some, ...others].filter((each) => each.lost !== null);
      const prepaid = lost.reduce((sum, { serviceId, pricePence, ...client }) => {
        const rule = ruleFor(prepayment.parse({ rules: [parts] }), serviceId, client);
        return sum + (rule ? prepaidPence(rule, pricePence) : 0);
      }, 0);
      const cap = lost.reduce((sum, { pricePence }) => sum + Math.floor((pricePence * keepPercent) / 100), 0);
      expect(all.securedPence).toBeLessThanOrEqual(Math.min(prepaid, cap));
      expect(all.feePence).toBeGreaterThanOrEqual(all.count * 20);
    }),
  );
});
