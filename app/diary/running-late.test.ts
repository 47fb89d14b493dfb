import fc from "fast-check";
import { expect, test } from "vitest";
import { delaysFrom, type LateCandidate } from "#app/diary/running-late.ts";

const MINUTE = 60_000;
const at = (hour: number, minute = 0) => (hour * 60 + minute) * MINUTE;
const row = (id: string, start: number, end: number, attendance: LateCandidate["attendance"] = "expected") => ({
  ...{ id, start, end, attendance },
});

const DAY = [
  row("a", at(9), at(10)),
  row("b", at(10, 5), at(11)),
  row("c", at(11, 5), at(12)),
  row("d", at(15), at(16)),
];

test("a delay reaches those it runs into, less for each gap, and nobody behind a gap that takes it up", () => {
  const delays = delaysFrom(DAY, { id: "a", minutes: 15, now: at(8, 50) });
  expect(delays).toEqual([
    { id: "a", minutes: 15 },
    { id: "b", minutes: 10 },
    { id: "c", minutes: 5 },
  ]);
});

test("whoever is being treated is not written to, and neither is a client who is here or did not attend", () => {
  const day = [
    row("a", at(9), at(10)),
    row("b", at(10), at(11), "arrived"),
    row("c", at(10, 30), at(11), "missed"),
    row("d", at(11), at(12)),
  ];
  expect(delaysFrom(day, { id: "a", minutes: 10, now: at(9, 30) })).toEqual([{ id: "d", minutes: 10 }]);
});

test("no delay is longer than the one announced, and no appointment is reached twice", () => {
  const days = fc.array(
    fc.record({ start: fc.integer({ min: 0, max: 900 }), lasts: fc.integer({ min: 5, max: 120 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(days, fc.constantFrom(5, 10, 15), (drawn, minutes) => {
      // One therapist treats one client at a time.
      const day: LateCandidate[] = [];
      let free = 0;
      for (const [nth, { start, lasts }] of drawn.toSorted((a, b) => a.start - b.start).entries()) {
        const begins = Math.max(free, start);
        free = begins + lasts;
        day.push(row(String(nth), begins * MINUTE, free * MINUTE));
      }
      const delays = delaysFrom(day, { id: "0", minutes, now: -1 });
      expect(delays[0]).toEqual({ id: "0", minutes });
      expect(delays.map(({ id }) => id)).toEqual(delays.map((_, nth) => String(nth)));
      for (const [nth, delay] of delays.entries())
        expect(delay.minutes).toBeLessThanOrEqual(delays[nth - 1]?.minutes ?? minutes);
    }),
  );
});
