import fc from "fast-check";
import { expect, test } from "vitest";
import { type FlagOccasion, flagFrom, flagInWords, flagRuleInWords } from "#app/payments/online/flags.ts";

const zone = "Europe/London";
const day = (date: string) => Date.parse(`${date}T10:30:00Z`);
const NOW = day("2027-05-04");
const rule = { count: 2, months: 6, zone };
const late = (date: string): FlagOccasion => ({
  ...{ occasion: "late", at: day(date), start: day(date) + 3_600_000, service: "Deep Tissue Massage" },
});
const flag = (dates: string[], { count = 2, months = 6, liftedAt = 0, now = NOW } = {}) =>
  flagFrom(dates.map(late), { ...rule, count, months }, { now, liftedAt });

test("so many occasions within so many months flag a client, and the newest of them say until when", () => {
  expect(flag(["2027-04-01"])).toBe(null);
  expect(flag(["2027-01-15", "2027-04-01"])).toMatchObject({ until: "2027-07-15" });
  expect(flag(["2027-01-15", "2027-02-01", "2027-04-01"])).toMatchObject({ until: "2027-08-01" });
  expect(flag(["2026-11-03", "2027-04-01"])).toBe(null);
  expect(flag(["2027-04-01"], { count: 1 })?.occasions).toHaveLength(1);
});

test("a flag ends on its day, at the end of a shorter month too", () => {
  const until = (now: string) => flag(["2026-08-31", "2026-10-01"], { now: day(now) })?.until ?? null;
  expect([until("2027-02-27"), until("2027-02-28")]).toEqual(["2027-02-28", null]);
});

test("what the practice lifted counts no more, and what comes after it does", () => {
  const liftedAt = day("2027-04-02");
  expect(flag(["2027-01-15", "2027-04-01"], { liftedAt })).toBe(null);
  expect(flag(["2027-04-01", "2027-04-10"], { liftedAt })).toBe(null);
  expect(flag(["2027-04-10", "2027-04-20"], { liftedAt })?.occasions).toHaveLength(2);
});

test("nothing but dates bears on it: one more never ends a flag, their order is nothing, and it lasts until its day", () => {
  const date = fc.integer({ min: NOW - 400 * 86_400_000, max: NOW }).map((at) => ({ ...late("2027-01-01"), at }));
  const rules = fc.record({ count: fc.integer({ min: 1, max: 5 }), months: fc.integer({ min: 1, max: 12 }) });
  fc.assert(
    fc.property(fc.array(date, { maxLength: 8 }), date, rules, (all, more, { count, months }) => {
      const of = (occasions: FlagOccasion[], now = NOW) =>
        flagFrom(occasions, { count, months, zone }, { now, liftedAt: 0 });
      const found = of(all);
      expect(of(all.toReversed())?.until).toBe(found?.until);
      if (found) {
        const longer = of([...all, more]);
        expect(longer && longer.until >= found.until).toBe(true);
        expect(of(all, day(found.until))).toBe(null);
      } else expect(all.length < count || of(all)).toBe(all.length < count ? true : null);
    }),
  );
});

test("clients and practice read the same dates and the day on which it ends", () => {
  const found = flag(["2027-01-15", "2027-04-01"]);
  expect(found && flagInWords(found, { zone, locale: "en-GB" })).toEqual({
    lines: [
      "Thu 1 Apr, 12:30, Deep Tissue Massage: cancelled late",
      "Fri 15 Jan, 11:30, Deep Tissue Massage: cancelled late",
    ],
    end: "This ends by itself on Thursday 15 July.",
  });
  expect(flagRuleInWords({ count: 1, months: 1 })).toBe(
    "1 late cancellation, missed appointment or late move in a month",
  );
  expect(flagRuleInWords(rule)).toBe("2 late cancellations, missed appointments or late moves in 6 months");
});
