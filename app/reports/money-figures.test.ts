import fc from "fast-check";
import { expect, test } from "vitest";
import { agesOf, commissionsOf, rentDaysIn, splitTakings, sumBy } from "#app/reports/money-figures.ts";

const pence = fc.integer({ min: 1, max: 20_000 });
const day = fc.constantFrom("2026-11-02", "2026-11-03", "2026-11-04");
const method = fc.constantFrom("card", "cash", "bank");
const therapistId = fc.constantFrom("tom", "imogen");
const payments = fc.array(
  fc.record({ day, method, tipTherapistId: therapistId, pence, tipPence: fc.constantFrom(0, 0, 500) }).map((one) => ({
    ...one,
    pence: one.pence + one.tipPence,
  })),
);
const allocated = fc.array(fc.record({ day, method, therapistId, serviceId: fc.constantFrom("deep", "hot"), pence }));

test("every split of the takings adds up to the same pennies, tips apart", () => {
  fc.assert(
    fc.property(payments, allocated, (paid, spent) => {
      const takings = splitTakings(paid, spent);
      const tips = paid.reduce((all, { tipPence }) => all + tipPence, 0);
      const whole = paid.reduce((all, one) => all + one.pence, 0) - tips;
      for (const by of ["day", "method", "therapistId", "serviceId"] as const) {
        const sums = sumBy(takings, by);
        expect(sums.reduce((all, one) => all + one.pence, 0)).toBe(whole);
        expect(sums.reduce((all, one) => all + one.tipPence, 0)).toBe(tips);
      }
    }),
  );
});

test("commission is by person, a service's own rate comes first, and a tip earns nothing", () => {
  const part = { day: "2026-11-02", method: "card", tipPence: 0 };
  const takings = [
    { ...part, therapistId: "tom", serviceId: "deep", pence: 4800 },
    { ...part, therapistId: "tom", serviceId: "hot", pence: 6000 },
    { ...part, therapistId: "tom", serviceId: null, pence: 0, tipPence: 900 },
    { ...part, therapistId: "imogen", serviceId: "deep", pence: 4800 },
    { ...part, therapistId: null, serviceId: null, pence: 5000 },
  ];
  const rates = { rate: 4000, services: { hot: 5000 } };
  expect(commissionsOf(takings, (id) => (id === "tom" ? rates : null))).toEqual([
    { therapistId: "tom", paidPence: 10_800, pence: 1920 + 3000 },
  ]);
  expect(commissionsOf(takings, () => ({ rate: null, services: {} }))).toEqual([]);
});

test("rent counts the firsts of months, and debts stand in the row of their age", () => {
  expect(rentDaysIn({ from: "2026-10-01", to: "2026-12-31" })).toBe(3);
  expect(rentDaysIn({ from: "2026-10-06", to: "2026-10-31" })).toBe(0);
  const now = Date.UTC(2026, 10, 24);
  const ago = (days: number) => ({ since: now - days * 86_400_000, pence: 100 });
  const ages = agesOf([ago(-1), ago(0), ago(30), ago(31), ago(60), ago(61), ago(90), ago(91), ago(900)], now);
  expect(ages.map(({ count }) => count)).toEqual([3, 2, 2, 2]);
});
