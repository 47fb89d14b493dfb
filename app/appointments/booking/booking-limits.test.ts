import { expect, test } from "vitest";
import { fitsDay, mayHold, needsPress } from "#app/appointments/booking/booking-limits.ts";

const counts = { openPerEmail: 4, openPerPhone: 4, bookingsPerOrigin: 8 };
const rules = { ...counts, burstPerHour: 20, burstPerDay: 60, unprovenPercent: 10 };
const empty = { bookings: 0, minutes: 0 };
const recent = { lastHour: 19, lastDay: 59, hasRequest: false, dayInHour: empty, dayInDay: empty };
const quiet = { byEmail: 3, byPhone: 3, byOrigin: 7, ...recent };

test("below every limit nobody confirms by email", () => {
  expect(needsPress(quiet, { rules, isProven: false })).toBe(false);
});

test.each([{ byEmail: 4 }, { byPhone: 4 }, { byOrigin: 8 }])("at a limit of one's own everybody has: %o", (full) => {
  expect(needsPress({ ...quiet, ...full }, { rules, isProven: false })).toBe(true);
  expect(needsPress({ ...quiet, ...full }, { rules, isProven: true })).toBe(true);
});

test.each([{ lastHour: 20 }, { lastDay: 60 }])("in a burst guests have, and who is signed in has not: %o", (burst) => {
  expect(needsPress({ ...quiet, ...burst }, { rules, isProven: false })).toBe(true);
  expect(needsPress({ ...quiet, ...burst }, { rules, isProven: true })).toBe(false);
});

const hour = { minutes: 75, freeMinutes: 1440, percent: 10 };

test("guests book a tenth of a day's free time in an hour, or two times if that is more", () => {
  const after = (bookings: number, minutes: number) => ({ dayInHour: { bookings, minutes }, dayInDay: empty });
  expect(fitsDay(after(1, 75), hour)).toBe(true);
  expect(fitsDay(after(2, 150), hour)).toBe(false);
  expect(fitsDay(after(2, 60), { ...hour, minutes: 60 })).toBe(true);
  expect(fitsDay(after(1, 600), { ...hour, freeMinutes: 0 })).toBe(true);
  expect(fitsDay(after(2, 150), { ...hour, percent: 20 })).toBe(true);
});

test("guests book a quarter of it in a day, or four times", () => {
  const after = (bookings: number, minutes: number) => ({ dayInHour: empty, dayInDay: { bookings, minutes } });
  expect(fitsDay(after(3, 900), hour)).toBe(true);
  expect(fitsDay(after(4, 285), hour)).toBe(true);
  expect(fitsDay(after(4, 300), hour)).toBe(false);
});

test("three holds for one person and ten for all are the most", () => {
  const day = { dayInHour: empty };
  expect(mayHold(day, { ofPerson: 2, all: 9 }, hour)).toBe(true);
  expect(mayHold(day, { ofPerson: 3, all: 9 }, hour)).toBe(false);
  expect(mayHold(day, { ofPerson: 0, all: 10 }, hour)).toBe(false);
  expect(mayHold({ dayInHour: { bookings: 2, minutes: 150 } }, { ofPerson: 0, all: 2 }, hour)).toBe(false);
});
