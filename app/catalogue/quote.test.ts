import fc from "fast-check";
import { expect, test } from "vitest";
import { cheapest, comingPrice, type PriceRule, priceOn, pricesOn, rangeInProse } from "#app/catalogue/quote.ts";
import { addDays } from "#app/platform/date-time.ts";

const rule = (therapistId: string | null, from: string | null, pricePence: number): PriceRule => ({
  therapistId,
  from,
  pricePence,
});
const LENGTH = {
  pricePence: 5800,
  rules: [rule(null, "2027-01-01", 6200), rule("imogen", null, 6600), rule("imogen", "2027-02-01", 7000)],
};

test.each([
  [null, "2026-12-31", 5800],
  [null, "2027-01-01", 6200],
  ["tom", "2026-12-31", 5800],
  ["tom", "2027-01-01", 6200],
  ["imogen", "2026-12-31", 6600],
  ["imogen", "2027-01-31", 6600],
  ["imogen", "2027-02-01", 7000],
])("with %s on %s it costs %i", (therapistId, date, pence) => {
  expect(priceOn(LENGTH, { therapistId, date })).toBe(pence);
});

test("a change is near for thirty days, and only where somebody's price changes", () => {
  const therapistIds = ["tom", "imogen"];
  expect(comingPrice(LENGTH, { therapistIds, today: "2026-12-01" })).toBeNull();
  expect(comingPrice(LENGTH, { therapistIds, today: "2026-12-02" })).toEqual({
    from: "2027-01-01",
    now: { lowest: 5800, highest: 6600 },
    after: { lowest: 6200, highest: 6600 },
  });
  expect(comingPrice(LENGTH, { therapistIds: ["imogen"], today: "2026-12-02" })).toBeNull();
  expect(comingPrice(LENGTH, { therapistIds, today: "2027-01-01" })).toBeNull();
});

test("one price is said plainly, several from the lowest", () => {
  expect(rangeInProse({ lowest: 5800, highest: 5800 })).toBe("£58");
  expect(rangeInProse({ lowest: 5850, highest: 6600 })).toBe("from £58.50");
});

const WHO = [null, "imogen", "tom", "priya"];
const anyDay = fc.nat(60).map((days) => addDays("2026-12-10", days));
const anyLength = fc.record({
  pricePence: fc.nat(9000),
  rules: fc.uniqueArray(
    fc.record({ therapistId: fc.constantFrom(...WHO), from: fc.option(anyDay), pricePence: fc.nat(9000) }),
    { selector: ({ therapistId, from }) => `${therapistId} ${from}`, maxLength: 8 },
  ),
});

test("the price of a day is the last that began, the therapist's own before everybody's: a slow walk finds the same", () => {
  fc.assert(
    fc.property(anyLength, anyDay, fc.constantFrom(...WHO), (length, date, therapistId) => {
      let everybodys = length.pricePence;
      let own: number | null = null;
      for (let day = "2026-12-09"; day <= date; day = addDays(day, 1)) {
        for (const { therapistId: whose, from, pricePence } of length.rules) {
          if ((from ?? "2026-12-09") !== day) continue;
          if (whose === null) everybodys = pricePence;
          else if (whose === therapistId) own = pricePence;
        }
      }
      expect(priceOn(length, { therapistId, date })).toBe(own ?? everybodys);
    }),
    { numRuns: 1000 },
  );
});

test("anyone is one of the cheapest, and nobody costs less or more than the range says", () => {
  fc.assert(
    fc.property(anyLength, anyDay, (length, date) => {
      const therapistIds = ["imogen", "tom", "priya"];
      const { lowest, highest } = pricesOn(length, { therapistIds, date });
      const prices = therapistIds.map((therapistId) => priceOn(length, { therapistId, date }));
      expect([lowest, highest]).toEqual([Math.min(...prices), Math.max(...prices)]);
      const picked = cheapest(length, { therapistIds, date });
      expect(picked).toEqual(therapistIds.filter((_, index) => prices[index] === lowest));
    }),
  );
});
