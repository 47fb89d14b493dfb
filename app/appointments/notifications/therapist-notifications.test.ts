import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chooseNotifications,
  eveningListOf,
  isImmediate,
  isSame,
  type Pending,
  type Placed,
  practiceWaitsUntil,
  type Times,
  timesWith,
} from "#app/appointments/notifications/therapist-notifications.ts";
import { instantOf } from "#app/platform/date-time.ts";

const zone = "Europe/London";
const HOUR = 3_600_000;
const at = (date: string, hour: number) => instantOf(date, hour * 60, zone);
const TEN = at("2027-05-05", 10);
const placed = (therapistId: string, start = TEN, status = "Confirmed"): Placed => ({
  therapistId,
  start,
  end: start + HOUR,
  status,
});
const times = (start = TEN) => ({ start, end: start + HOUR });
const tom = placed("tom");

test.each([
  ["a booking", { how: "booked", before: null, after: tom }, [["tom", "booked"]]],
  ["one that waits", { how: "booked", before: null, after: placed("tom", TEN, "Pending") }, []],
  ["one that waited", { how: "booked", before: placed("tom", TEN, "Pending"), after: tom }, [["tom", "booked"]]],
  ["another time", { how: "changed", before: tom, after: placed("tom", TEN + HOUR) }, [["tom", "moved"]]],
  ["another price", { how: "changed", before: tom, after: tom }, []],
  [
    "another therapist",
    { how: "changed", before: tom, after: placed("ann") },
    [
      ["tom", "taken"],
      ["ann", "given"],
    ],
  ],
  ["a cancellation", { how: "cancelled", before: tom, after: placed("tom", TEN, "Cancelled") }, [["tom", "cancelled"]]],
  ["one that nobody knew of", { how: "cancelled", before: placed("tom", TEN, "waits"), after: null }, []],
  [
    "a reinstatement",
    { how: "reinstated", before: placed("tom", TEN, "Cancelled"), after: tom },
    [["tom", "reinstated"]],
  ],
  [
    "one elsewhere",
    { how: "reinstated", before: placed("tom", TEN, "Cancelled"), after: placed("ann") },
    [["ann", "booked"]],
  ],
] as const)("of %s hear the right ones", (_, change, heard) => {
  expect(chooseNotifications(change).map(({ therapistId, news }) => [therapistId, news])).toEqual(heard);
});

test("what is undone before it was told is told to nobody, whoever it went through", () => {
  const cancelled = placed("tom", TEN, "Cancelled");
  const pending = chooseNotifications({ how: "cancelled", before: tom, after: cancelled });
  expect(chooseNotifications({ how: "reinstated", before: cancelled, after: tom }, pending)).toEqual([]);
  const elsewhere = chooseNotifications({ how: "reinstated", before: cancelled, after: placed("ann") }, pending);
  expect(elsewhere.map(({ therapistId, news }) => [therapistId, news])).toEqual([
    ["tom", "taken"],
    ["ann", "given"],
  ]);
  const away = chooseNotifications({ how: "changed", before: tom, after: placed("ann") });
  expect(chooseNotifications({ how: "changed", before: placed("ann"), after: tom }, away)).toEqual([]);
});

const anyPlaced = fc.option(
  fc.record({
    therapistId: fc.constantFrom("tom", "ann", "kim"),
    start: fc.constantFrom(TEN, TEN + HOUR),
    status: fc.constantFrom("Confirmed", "Pending", "Cancelled"),
  }),
);

test("after any changes, told or withdrawn unsent, what each therapist was told adds up to the truth", () => {
  const anySteps = fc.array(fc.record({ after: anyPlaced, sends: fc.boolean() }), { maxLength: 12 });
  fc.assert(
    fc.property(anySteps, (steps) => {
      const told = new Map<string, Times>();
      let now: Placed | null = null;
      let waiting: Pending[] = [];
      const send = () => {
        for (const { therapistId, knew } of waiting) {
          expect(told.get(therapistId) ?? null).toEqual(knew);
          const has = timesWith(now, therapistId);
          expect(isSame(knew, has)).toBe(false);
          told.set(therapistId, has);
        }
        waiting = [];
      };
      for (const { after: next, sends } of steps) {
        const after: Placed | null = next && { ...next, end: next.start + HOUR };
        waiting = chooseNotifications({ how: "changed", before: now, after }, waiting);
        expect(new Set(waiting.map(({ therapistId }) => therapistId)).size).toBe(waiting.length);
        now = after;
        if (sends) send();
      }
      send();
      for (const id of ["tom", "ann", "kim"]) expect(told.get(id) ?? null).toEqual(timesWith(now, id));
    }),
    { numRuns: 500 },
  );
});

test.each([
  // The evening mail of the fourth, at six, has listed the fifth.
  ["2027-05-04", 17, TEN, false],
  ["2027-05-04", 18, TEN, true],
  ["2027-05-05", 9, TEN, true],
  ["2027-05-05", 19, at("2027-05-06", 9), true],
  ["2027-05-05", 17, at("2027-05-06", 9), false],
])("who has the evening mail hears at once of the days that it listed: %s at %i", (date, hour, start, told) => {
  const rules = { now: at(date, hour), zone };
  expect(isImmediate([null, times(start)], { choice: "evening", ...rules })).toBe(told);
  expect(isImmediate([times(start), null], { choice: "evening", ...rules })).toBe(told);
  expect(isImmediate([times(start)], { choice: "each", ...rules })).toBe(true);
  expect(isImmediate([times(start)], { choice: "none", ...rules })).toBe(false);
});

test("what is over is no news, unless it moves to a time ahead", () => {
  const rules = { choice: "each", now: TEN + 2 * HOUR, zone } as const;
  expect(isImmediate([times(), null], rules)).toBe(false);
  expect(isImmediate([times(), times(TEN + 4 * HOUR)], rules)).toBe(true);
});

test("six is six on the wall, on the days when the clocks change too", () => {
  for (const date of ["2027-03-27", "2027-03-28", "2027-10-30", "2027-10-31"]) {
    const six = at(date, 18);
    const tomorrow = new Date(Date.parse(`${date}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10);
    expect([eveningListOf(six - 1, zone), eveningListOf(six, zone)]).toEqual([null, tomorrow]);
    expect(eveningListOf(six + 1.5 * HOUR, zone)).toBe(tomorrow);
    expect(eveningListOf(at(tomorrow, 0), zone)).toBeNull();
  }
});

test.each([
  ["tomorrow evening's", at("2027-05-05", 20), "Confirmed", at("2027-05-04", 18)],
  ["one before the next daily mail", at("2027-05-04", 17), "Confirmed", null],
  ["one of today after it", at("2027-05-04", 20), "Confirmed", null],
  ["one that waits for an answer", at("2027-06-01", 20), "Pending", null],
])("the practice's daily mail takes what can wait: %s", (_, start, status, until) => {
  const now = at("2027-05-04", 9);
  const change = { before: null, after: placed("tom", start, status) };
  expect(practiceWaitsUntil(change, { now, zone, dailyAt: 18 })).toBe(until);
  expect(practiceWaitsUntil(change, { now, zone, dailyAt: null })).toBeNull();
});

test("a move from a time that can't wait does not wait, nor one made after today's mail for early tomorrow", () => {
  const [soon, late] = [placed("tom", at("2027-05-04", 15)), placed("tom", at("2027-06-01", 15))];
  const rules = { now: at("2027-05-04", 9), zone, dailyAt: 18 };
  expect(practiceWaitsUntil({ before: soon, after: late }, rules)).toBeNull();
  expect(practiceWaitsUntil({ before: late, after: soon }, rules)).toBeNull();
  expect(practiceWaitsUntil({ before: late, after: late }, rules)).toBe(at("2027-05-04", 18));
  const evening = { ...rules, now: at("2027-05-04", 19) };
  expect(practiceWaitsUntil({ before: null, after: placed("tom", at("2027-05-05", 9)) }, evening)).toBeNull();
});
