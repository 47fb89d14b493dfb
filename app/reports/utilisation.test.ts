import fc from "fast-check";
import { expect, test } from "vitest";
import type { Hours } from "#app/availability/opening-hours.ts";
import { addDays, instantOf, localDateOf, localMinuteOf, startOfDay, weekdayOf } from "#app/platform/date-time.ts";
import { utilisationOf } from "#app/reports/utilisation.ts";

const zone = "Europe/London";
const HOUR = 3_600_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

test("what is booked outside the hours was worked as well", () => {
  const hours = { weekly: [{ weekday: 2, fromMinute: 540, toMinute: 600 }], exceptions: [] };
  const at = (minute: number) => ({
    start: instantOf("2027-05-04", minute, zone),
    end: instantOf("2027-05-04", minute + 60, zone),
  });
  const day = { hours, from: "2027-05-04", to: "2027-05-04", zone };
  expect(utilisationOf([at(540)], day)).toEqual({ booked: 60, worked: 60 });
  expect(utilisationOf([at(570), at(720)], day)).toEqual({ booked: 120, worked: 150 });
  expect(utilisationOf([], { ...day, from: "2027-05-05", to: "2027-05-05" })).toEqual({ booked: 0, worked: 0 });
});

test.each([
  ["2027-03-28", 7],
  ["2027-10-31", 9],
  ["2027-06-06", 8],
])("a night from midnight to eight on %s has %i hours", (date, expected) => {
  const weekly = EVERY_DAY.map((weekday) => ({ weekday, fromMinute: 0, toMinute: 480 }));
  expect(utilisationOf([], { hours: { weekly, exceptions: [] }, from: date, to: date, zone }).worked).toBe(
    60 * expected,
  );
});

const anyRange = fc.tuple(fc.nat(23), fc.integer({ min: 1, max: 24 })).filter(([from, to]) => from < to);
const anyHours = fc.record({
  open: fc.array(fc.tuple(fc.constantFrom(...EVERY_DAY), anyRange), { maxLength: 6 }),
  closed: fc.array(fc.tuple(fc.nat(3), anyRange), { maxLength: 2 }),
  visits: fc.array(fc.tuple(fc.nat(95), fc.constantFrom(1, 2)), { maxLength: 4 }),
  first: fc.constantFrom("2027-03-26", "2027-10-29", "2027-07-01"),
});

test("a walk through every hour finds the same, over the changes of the clocks as well", () => {
  fc.assert(
    fc.property(anyHours, ({ open, closed, visits, first }) => {
      const to = addDays(first, 3);
      const hours: Hours = {
        weekly: open.map(([weekday, [from, until]]) => ({ weekday, fromMinute: from * 60, toMinute: until * 60 })),
        exceptions: closed.map(([day, [from, until]]) => ({
          kind: "closure",
          firstDay: addDays(first, day),
          lastDay: addDays(first, day),
          fromMinute: from * 60,
          toMinute: until * 60,
          publicNote: null,
        })),
      };
      const begin = startOfDay(first, zone);
      const booked = visits.map(([hour, length]) => ({
        start: begin + hour * HOUR,
        end: begin + (hour + length) * HOUR,
      }));
      expect(utilisationOf(booked, { hours, from: first, to, zone })).toEqual(slowly(booked, { hours, first, to }));
    }),
    { numRuns: 300 },
  );
});

function slowly(
  booked: { start: number; end: number }[],
  { hours, first, to }: { hours: Hours; first: string; to: string },
) {
  const sum = { booked: 0, worked: 0 };
  for (let at = startOfDay(first, zone); at < startOfDay(addDays(to, 3), zone); at += HOUR) {
    const date = localDateOf(at, zone);
    const minute = localMinuteOf(at, zone);
    const isWithin = (range: { fromMinute: number | null; toMinute: number | null }) =>
      (range.fromMinute ?? 0) <= minute && minute < (range.toMinute ?? 1440);
    const isOpen = hours.weekly.some((range) => range.weekday === weekdayOf(date) && isWithin(range));
    const isClosed = hours.exceptions.some((closure) => closure.firstDay === date && isWithin(closure));
    const isBooked = booked.some(({ start, end }) => start <= at && at < end);
    if (isBooked) sum.booked += 60;
    if (isBooked || (date <= to && isOpen && !isClosed)) sum.worked += 60;
  }
  return sum;
}
