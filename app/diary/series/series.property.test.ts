import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { quantaOf } from "#app/availability/interval.ts";
import { checkSeries, findFault, isFree } from "#app/diary/series/check-series.ts";
import { occurrencesOf } from "#app/diary/series/occurrences.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { anyQuestion } from "#tests/support/availability/practices.ts";

const MINUTE_MS = 60_000;

vi.setConfig({ testTimeout: 60_000 });

const anyRule = fc.record({
  zone: fc.constantFrom("Europe/London", "America/Havana", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns"),
  day: fc.integer({ min: 0, max: 1500 }).map((days) => Temporal.PlainDate.from("2026-01-01").add({ days }).toString()),
  minute: fc.integer({ min: 0, max: 287 }).map((five) => five * 5),
  weeks: fc.integer({ min: 1, max: 4 }),
  times: fc.integer({ min: 2, max: 12 }),
});

test("every occurrence is at the wall time of its date, by Temporal's own calendar and clock", () => {
  fc.assert(
    fc.property(anyRule, ({ zone, ...rule }) => {
      const clock = { hour: Math.floor(rule.minute / 60), minute: rule.minute % 60 };
      const expected = Array.from({ length: rule.times }, (_, index) =>
        Temporal.PlainDate.from(rule.day)
          .add({ weeks: index * rule.weeks })
          .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(clock) }),
      );
      const isSkipped = expected.some((zoned) => !zoned.toPlainTime().equals(Temporal.PlainTime.from(clock)));
      const asksWhich = expected.some((zoned) => {
        const wall = zoned.toPlainDateTime();
        const second = wall.toZonedDateTime(zone, { disambiguation: "later" });
        return second.toPlainDateTime().equals(wall) && !second.equals(zoned);
      });
      const found = occurrencesOf(rule, zone);
      expect(found.kind).toBe(isSkipped || asksWhich ? "invalid" : "starts");
      if (isSkipped) return;
      const first = occurrencesOf({ ...rule, which: "first" }, zone);
      expect(first).toEqual({ kind: "starts", starts: expected.map(({ epochMilliseconds }) => epochMilliseconds) });
    }),
    { numRuns: 500 },
  );
});

test("what the preview calls free, concerned or taken is what booking takes, asks about or refuses", () => {
  const anyStarts = fc.uniqueArray(fc.integer({ min: -12, max: 60 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(anyQuestion(), anyStarts, (question, hours) => {
      const midnight = Date.parse(`${question.from}T00:00Z`);
      const apart = question.length + question.bufferBefore + question.bufferAfter;
      const starts = hours.map((hour) => midnight + hour * Math.max(60, apart) * MINUTE_MS).sort((a, b) => a - b);
      const therapistIds = question.therapists.map(({ id }) => id);
      const seen = checkSeries(question, { starts, therapistIds });
      expect(seen.map(({ start }) => start)).toEqual(starts);
      const free = seen.filter(isFree).flatMap(({ place }) => (place ? [{ ...place, despite: false }] : []));
      expect(findFault(question, free)).toBeNull();
      const claimed = new Set(
        question.therapists.flatMap(({ id, busy }) => busy.flatMap(quantaOf).map((quantum) => `${id} ${quantum}`)),
      );
      const quantaAt = (start: number) =>
        quantaOf({
          start: start - question.bufferBefore * MINUTE_MS,
          end: start + (question.length + question.bufferAfter) * MINUTE_MS,
        });
      for (const { start, place, warnings, near } of seen) {
        const fits = (id: string) => quantaAt(start).every((quantum) => !claimed.has(`${id} ${quantum}`));
        expect(place !== null).toBe(therapistIds.some(fits));
        if (!place) continue;
        expect(fits(place.therapistId)).toBe(true);
        const unseen = findFault(question, [{ ...place, despite: false }]);
        expect(unseen === null).toBe(warnings.length === 0);
        expect(findFault(question, [{ ...place, despite: true }])).toBeNull();
        for (const other of near) expect(findFault(question, [...free, { ...other, despite: false }])).toBeNull();
      }
      expect(
        seen.every(({ start, near }) => near.every((other) => daysApart(other.start, start, question.zone) <= 3)),
      ).toBe(true);
    }),
    { numRuns: 150 },
  );
});

function daysApart(one: number, other: number, zone: string): number {
  const dates = [one, other].map((start) => Temporal.PlainDate.from(localDateOf(start, zone)));
  return Math.abs(dates[0]?.until(dates[1] ?? "").days ?? 0);
}
