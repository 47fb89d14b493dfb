import fc from "fast-check";
import { expect, test } from "vitest";
import {
  keepingInWords,
  keepingOf,
  noticeOf,
  type Prepaying,
  type PublicTerms,
  payWords,
  prepaidPence,
  prepayInPublic,
  ruleFor,
  ruleInPublic,
} from "#app/payments/online/prepay-rule.ts";
import { type PrepaymentRule, prepayment } from "#app/settings/schemas/payments.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2027, 4, 4, 8);
const ruleOf = (parts: object) => prepayment.parse({ rules: [parts] }).rules[0] as PrepaymentRule;
const paying: Prepaying = {
  ...{ pence: 1500, price: 5800, start: NOW + 30 * DAY, now: NOW, notice: 24 * 60, keepPercent: 50 },
  ...{ isLeisure: false, zone: "Europe/London" },
};
const words = (parts: Partial<Prepaying>, at = NOW) => {
  const { lead, rest } = keepingInWords({ ...paying, ...parts }, { at, locale: "en-GB" });
  return `${lead} ${rest}`;
};

test("a rule asks for an amount, a share or all, and never more than the price", () => {
  const of = (parts: object, price = 5800) => prepaidPence(ruleOf(parts), price);
  expect(of({})).toBe(1500);
  expect(of({}, 1000)).toBe(1000);
  expect(of({ what: "share", percent: 25 })).toBe(1450);
  expect(of({ what: "full" })).toBe(5800);
  expect(of({ what: "share", percent: 1 }, 2000)).toBe(0);
  expect(of({ what: "none" })).toBe(0);
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

const DEEP = { id: "deep", title: "Deep Tissue Massage" };
const SPORTS = { id: "sports", title: "Sports Massage" };
const FOOT = { id: "foot", title: "Foot Massage" };
const terms: PublicTerms = {
  ...{ services: [DEEP, SPORTS, FOOT], keepPercent: 50, notice: 1440, leisure: [], canKeepCards: true },
};
const inPublic = (rules: object[], parts: Partial<PublicTerms> = {}) =>
  prepayInPublic(prepayment.parse({ rules }), { ...terms, ...parts }).all;
const MOVES = "If the appointment moves, this moves along.";

test("public pages say who pays what, until when it goes back, and what may be kept", () => {
  const some = { what: "amount", services: ["deep", "sports"] };
  expect(inPublic([some])).toEqual([
    "Clients pay £15.00 when booking Deep Tissue Massage and Sports Massage online.",
    "It goes back the way it was paid after a cancellation up to 24 hours before, and within 14 days of booking up to the start. After that, up to 50% of the price is kept, and nothing if someone else books the time.",
    MOVES,
  ]);
  const card = { what: "card", who: "new", services: ["deep"] };
  expect(inPublic([card], { services: [DEEP], isOnItsPage: true, leisure: ["deep"] })).toEqual([
    "New clients leave a card, and pay nothing when booking online.",
    "Nothing is charged after a cancellation up to 24 hours before. After that, up to 50% of the price may be charged, and nothing if someone else books the time.",
    MOVES,
  ]);
  expect(inPublic([{ ...some, what: "full", who: "flagged" }], { keepPercent: 0 }).slice(0, 2)).toEqual([
    "Clients with 2 late cancellations, missed appointments or late moves in 6 months pay the whole price when booking Deep Tissue Massage and Sports Massage online.",
    "It goes back the way it was paid after any cancellation before the start.",
  ]);
  expect(inPublic([])).toEqual([]);
  expect(inPublic([{ what: "none" }])).toEqual([]);
});

test("of several rules each is read with those for whom none before it counts", () => {
  const deposit = { who: "new", what: "amount" };
  const card = { who: "all", what: "card" };
  expect(inPublic([deposit, card], { leisure: ["deep", "sports", "foot"] })).toEqual([
    "New clients pay £15.00 when booking online.",
    "It goes back the way it was paid after a cancellation up to 24 hours before. After that, up to 50% of the price is kept, and nothing if someone else books the time.",
    "Other clients leave a card, and pay nothing when booking online.",
    "Nothing is charged after a cancellation up to 24 hours before. After that, up to 50% of the price may be charged, and nothing if someone else books the time.",
    MOVES,
  ]);
  const footFree = { who: "all", what: "none", services: ["foot"] };
  expect(inPublic([footFree, { what: "full", notice: 720 }])).toEqual([
    "Clients pay the whole price when booking Deep Tissue Massage and Sports Massage online.",
    expect.stringContaining("up to 12 hours before, and within 14 days"),
    MOVES,
  ]);
  const [whom = ""] = inPublic([
    { ...deposit, services: ["deep"] },
    { what: "share", percent: 30 },
  ]);
  expect(whom).toBe(
    "New clients pay £15.00 when booking Deep Tissue Massage online. Other clients pay 30% of the price when booking Deep Tissue Massage online. Clients pay 30% of the price when booking Sports Massage and Foot Massage online.",
  );
  // A card that nobody can keep, or for which nothing could be charged, is not asked for.
  expect(inPublic([deposit, card], { canKeepCards: false })[0]).toBe(
    "New clients pay £15.00 when booking online. Other clients pay nothing when booking online.",
  );
  expect(inPublic([card], { keepPercent: 0 })).toEqual([]);
  // Every client has a rule before the second.
  expect(ruleInPublic(prepayment.parse({ rules: [card, deposit] }), 1, terms)).toEqual([]);
});

test("what was stored while there was one rule is a list of one", () => {
  const old = { what: "share", pence: 2000, percent: 30, who: "new", services: ["deep"] };
  const shared = { flagCount: 3, flagMonths: 12, whenStopped: "phone" as const };
  const read = prepayment.parse({ ...old, ...shared });
  expect(read).toEqual({ ...shared, rules: [{ ...old, notice: null }] });
  expect(prepayment.parse(read)).toEqual(read);
  expect(prepayment.parse({ ...old, what: "none", ...shared })).toEqual({ ...shared, rules: [] });
});

const anyRules = fc.array(
  fc.record({
    who: fc.constantFrom("all", "new", "flagged", "either"),
    what: fc.constantFrom("none", "card", "amount", "share", "full"),
    services: fc.oneof(fc.constant("all"), fc.subarray(["deep", "sports", "foot"])),
    notice: fc.option(fc.integer({ min: 0, max: 3000 })),
  }),
  { maxLength: 6 },
);
const anyClient = fc.record({ isKnown: fc.boolean(), isFlagged: fc.boolean() });
const anyService = fc.constantFrom("deep", "sports", "foot");

test("of any list the first rule for a service and a client counts, and no rule after it matters", () => {
  fc.assert(
    fc.property(anyRules, anyRules, anyClient, anyService, (parts, more, client, serviceId) => {
      const { rules } = prepayment.parse({ rules: parts });
      const found = ruleFor({ rules }, serviceId, client);
      const isFor = ({ who, services }: PrepaymentRule) =>
        (services === "all" || services.includes(serviceId)) &&
        { all: true, new: !client.isKnown, flagged: client.isFlagged, either: !client.isKnown || client.isFlagged }[
          who
        ];
      const before = found ? rules.slice(0, rules.indexOf(found)) : rules;
      expect(before.some(isFor)).toBe(false);
      if (!found) return;
      expect(isFor(found)).toBe(true);
      const others = prepayment.parse({ rules: more }).rules;
      expect(ruleFor({ rules: [...before, found, ...others] }, serviceId, client)).toBe(found);
      // No rule asks for more notice than the practice does.
      expect(noticeOf(found, 1440)).toBeLessThanOrEqual(1440);
    }),
  );
});

test("of any list the words name each service and client once, and pay exactly where the rule does", () => {
  fc.assert(
    fc.property(anyRules, anyService, (parts, serviceId) => {
      const all = prepayment.parse({ rules: parts });
      const services = terms.services.filter(({ id }) => id === serviceId);
      const clients = [true, false].flatMap((isKnown) => [true, false].map((isFlagged) => ({ isKnown, isFlagged })));
      const counting = new Set(clients.flatMap((client) => ruleFor(all, serviceId, client) ?? []));
      all.rules.forEach((rule, nth) => {
        const words = ruleInPublic(all, nth, { ...terms, services });
        expect(words).toHaveLength(counting.has(rule) ? 1 : 0);
        for (const one of words) expect(one.keeping === null).toBe(rule.what === "none");
      });
      const pays = [...counting].some(({ what }) => what !== "none");
      expect(prepayInPublic(all, { ...terms, services }).all.length > 0).toBe(pays);
    }),
  );
});
