import fc from "fast-check";
import { expect, test } from "vitest";
import {
  keepingInWords,
  keepingOf,
  type Prepaying,
  payWords,
  prepaidPence,
  prepayInPublic,
} from "#app/payments/online/prepay-rule.ts";
import { prepayment } from "#app/settings/schemas/payments.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2027, 4, 4, 8);
const rule = prepayment.parse({ what: "amount", services: ["deep"] });
const paying: Prepaying = {
  ...{ pence: 1500, price: 5800, start: NOW + 30 * DAY, now: NOW, notice: 24 * 60, keepPercent: 50 },
  ...{ isLeisure: false, zone: "Europe/London" },
};
const words = (parts: Partial<Prepaying>, at = NOW) => {
  const { lead, rest } = keepingInWords({ ...paying, ...parts }, { at, locale: "en-GB" });
  return `${lead} ${rest}`;
};

test("a rule asks for an amount, a share or all, never more than the price, and of its services alone", () => {
  const of = (parts: object, price = 5800) => prepaidPence({ ...rule, ...parts }, { serviceId: "deep", price });
  expect(of({})).toBe(1500);
  expect(of({}, 1000)).toBe(1000);
  expect(of({ what: "share", percent: 25 })).toBe(1450);
  expect(of({ what: "full" })).toBe(5800);
  expect(of({ what: "share", percent: 1 }, 2000)).toBe(0);
  expect(of({ what: "none" })).toBe(0);
  expect(prepaidPence(rule, { serviceId: "foot", price: 5800 })).toBe(0);
});

test("whoever books weeks ahead reads until when all goes back, as a date, and what is kept after it", () => {
  expect(words({})).toBe(
    "Cancel by Wed 2 Jun, 09:00, and £15.00 goes back the way you paid. After that £15.00 is kept if you cancel or don’t come, and nothing if someone else books the time. If you move the appointment, the payment moves along.",
  );
  expect(words({ pence: 5800 })).toContain("After that up to £29.00 of it is kept");
});

test("within 14 days of booking nothing is kept, unless the owner stated the exemption", () => {
  const soon = NOW + 3 * DAY;
  expect(words({ start: soon })).toContain("Cancel before it begins, and £15.00 goes back the way you paid.");
  expect(words({ start: soon, isLeisure: true })).toContain("Cancel by Thu 6 May, 09:00, and");
  expect(words({ start: soon, isLeisure: true }, soon - DAY / 2)).toContain("It is too late to cancel free of charge.");
  expect(words({ keepPercent: 0 })).toContain("Cancel before it begins");
});

test("before the button stand now, at the practice and in total, and the request to begin within 14 days", () => {
  const about = { what: "Deep Tissue Massage, 60 min", where: "at the practice", locale: "en-GB", at: "Stripe" };
  const pay = payWords({ ...paying, start: NOW + 3 * DAY }, about);
  expect(pay.button).toBe("Pay £15.00 and book");
  expect(pay.rows).toEqual([
    ["Now, by card", "£15.00"],
    ["To pay at the practice", "£43.00"],
    ["Deep Tissue Massage, 60 min, in total", "£58.00"],
  ]);
  expect(pay.rest).toContain("By booking you ask for the treatment within 14 days.");
  expect(payWords(paying, about).rest).not.toContain("14 days");
  expect(payWords({ ...paying, pence: 5800 }, about).rows).toHaveLength(2);
});

test("no more is kept than was paid or than the cap, and nothing before the notice", () => {
  const facts = fc.record({
    pence: fc.integer({ min: 50, max: 5800 }),
    days: fc.integer({ min: 0, max: 60 }),
    notice: fc.integer({ min: 0, max: 72 * 60 }),
    keepPercent: fc.integer({ min: 0, max: 100 }),
    isLeisure: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, ({ days, ...parts }) => {
      const one = { ...paying, ...parts, start: NOW + days * DAY };
      const { freeUntil, mostPence } = keepingOf(one);
      expect(mostPence).toBeLessThanOrEqual(Math.min(one.pence, (one.price * one.keepPercent) / 100));
      expect(freeUntil).toBeGreaterThanOrEqual(one.start - one.notice * 60_000);
      if (!one.isLeisure && days <= 14) expect(mostPence).toBe(0);
    }),
  );
});

test("public pages say who pays what, until when it goes back, and what may be kept", () => {
  const rule = prepayment.parse({ what: "amount", services: ["a", "b"] });
  const terms = { rule, services: ["Deep Tissue Massage", "Sports Massage"], keepPercent: 50, notice: 1440 };
  expect(prepayInPublic({ ...terms, isLeisure: false })).toEqual([
    "Clients pay £15.00 when booking Deep Tissue Massage and Sports Massage online.",
    "It goes back the way it was paid after a cancellation up to 24 hours before, and within 14 days of booking up to the start. Later than that, up to 50% of the price is kept, and nothing if someone else books the time.",
    "If the appointment moves, this moves along.",
  ]);
  const card = { ...rule, what: "card" as const, who: "new" as const };
  expect(prepayInPublic({ ...terms, rule: card, services: null, isLeisure: true })).toEqual([
    "New clients leave a card, and pay nothing when booking online.",
    "Nothing is charged after a cancellation up to 24 hours before. Later than that, up to 50% of the price may be charged, and nothing if someone else books the time.",
    "If the appointment moves, this moves along.",
  ]);
  const flagged = { ...rule, what: "full" as const, who: "flagged" as const };
  expect(prepayInPublic({ ...terms, rule: flagged, keepPercent: 0, isLeisure: true }).slice(0, 2)).toEqual([
    "Clients with 2 late cancellations, missed appointments or late moves in 6 months pay the whole price when booking Deep Tissue Massage and Sports Massage online.",
    "It goes back the way it was paid after any cancellation before the start.",
  ]);
  expect(prepayInPublic({ ...terms, rule: prepayment.parse({}), isLeisure: true })).toEqual([]);
});
