import { expect, test } from "vitest";
import { needsPress } from "#app/booking/booking-limits.ts";

const rules = { openPerEmail: 4, openPerPhone: 4, bookingsPerOrigin: 8, burstPerHour: 20 };
const quiet = { byEmail: 3, byPhone: 3, byOrigin: 7, lastHour: 19 };

test("below every limit nobody has to press anything", () => {
  expect(needsPress(quiet, { rules, isProven: false })).toBe(false);
});

test.each([{ byEmail: 4 }, { byPhone: 4 }, { byOrigin: 8 }])("at a limit of one's own everybody has: %o", (full) => {
  expect(needsPress({ ...quiet, ...full }, { rules, isProven: false })).toBe(true);
  expect(needsPress({ ...quiet, ...full }, { rules, isProven: true })).toBe(true);
});

test("in a burst guests have, and who is signed in with the address has not", () => {
  expect(needsPress({ ...quiet, lastHour: 20 }, { rules, isProven: false })).toBe(true);
  expect(needsPress({ ...quiet, lastHour: 20 }, { rules, isProven: true })).toBe(false);
});
