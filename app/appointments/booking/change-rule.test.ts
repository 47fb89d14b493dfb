import { expect, test } from "vitest";
import { changeRule, changeRuleOfAny, lateCost } from "#app/appointments/booking/change-rule.ts";

const START = Date.UTC(2026, 10, 24, 10, 30);
const HOUR = 3_600_000;
const rules = { zone: "Europe/London", changeNotice: 24 * 60, chargesLate: false };

test("until the practice's notice it is free to change, by day and time in the viewer's way", () => {
  const now = START - 3 * 24 * HOUR;
  expect(changeRule(START, { now, rules, locale: "en-GB" })).toEqual({
    lead: "Free to change or cancel until 10:30 on Monday.",
    rest: "After that, cancel as soon as you can: there is nothing to pay.",
  });
  expect(changeRule(START, { now, rules, locale: "en-US" }).lead).toMatch(/10:30 AM on Monday\./);
});

test("today and tomorrow are named so", () => {
  const leadAt = (hours: number) => changeRule(START, { now: START - hours * HOUR, rules, locale: "en-GB" }).lead;
  expect(leadAt(25)).toBe("Free to change or cancel until 10:30 today.");
  expect(leadAt(40)).toBe("Free to change or cancel until 10:30 tomorrow.");
});

test("a day more than a week away has its date", () => {
  const now = START - 8 * 24 * HOUR;
  const { lead } = changeRule(START, { now, rules, locale: "en-GB" });
  expect(lead).toBe("Free to change or cancel until 10:30 on Monday 23 November.");
});

test("nothing to pay is said only while it is true", () => {
  const charging = { ...rules, chargesLate: true };
  for (const now of [START - 25 * HOUR, START - HOUR]) {
    expect(changeRule(START, { now, rules: charging, locale: "en-GB" }).rest).not.toContain("nothing to pay");
  }
  expect(changeRuleOfAny({ rules: charging }).rest).toBe("After that, cancel as soon as you can.");
  expect(changeRuleOfAny({ rules: { ...charging, feePercent: 50 } }).rest).toBe(
    "After that, cancel as soon as you can. A late cancellation or a missed appointment may cost up to 50% of the price, and nothing if someone else books the time.",
  );
});

test.each([
  [1440, "24 hours before it begins."],
  [90, "90 minutes before it begins."],
  [0, "it begins."],
])("before a time is chosen, with %i minutes of notice", (changeNotice, words) => {
  const { lead } = changeRuleOfAny({ rules: { ...rules, changeNotice } });
  expect(lead).toBe(`Free to change or cancel until ${words}`);
});

test("within the notice, from its first moment, it can be cancelled online and moved by phone", () => {
  const now = START - 24 * HOUR;
  expect(changeRule(START, { now, rules, locale: "en-GB" }).lead).toBe(
    "You can cancel online until it begins, and move it by phone.",
  );
});

test("a late cancellation says what it costs by the practice's rule", () => {
  expect(lateCost(5800, { chargesLate: false, feePercent: 0 }).title).toBe("Nothing to pay");
  expect(lateCost(5800, { chargesLate: true, feePercent: 0 })).toMatchObject({
    title: "You may be asked to pay",
    upTo: null,
  });
  expect(lateCost(5801, { chargesLate: true, feePercent: 50 })).toEqual({
    title: "You may pay up to £29.00",
    why: "That is 50% of £58.01. If someone else books the time, there is nothing to pay.",
    upTo: "£29.00",
  });
});
