import { expect, test } from "vitest";
import { changeRule } from "#app/booking/change-rule.ts";

const START = Date.UTC(2026, 10, 24, 10, 30);
const HOUR = 3_600_000;
const rules = { zone: "Europe/London", changeNotice: 24 * 60 };

test("until the practice's notice it is free to change, by day and time in the viewer's way", () => {
  const now = START - 25 * HOUR;
  expect(changeRule(START, { now, rules, locale: "en-GB" })).toEqual({
    lead: "Free to change or cancel until 10:30 on Monday 23 November.",
    rest: "Later than that, tell us as soon as you can: there is nothing to pay.",
  });
  expect(changeRule(START, { now, rules, locale: "en-US" }).lead).toMatch(/10:30\sAM on Monday, November 23/);
});

test("within the notice, from its first moment, it asks to ring", () => {
  const now = START - 24 * HOUR;
  expect(changeRule(START, { now, rules, locale: "en-GB" }).lead).toMatch(/please ring us\.$/);
});
