import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  type FreeDay,
  freeStarts,
  type Question,
  refusalOf,
  type TherapistTime,
} from "#app/availability/free-starts.ts";
import { type Interval, overlaps, QUANTUM_MINUTES } from "#app/availability/interval.ts";
import { everyStart, practiceStarts } from "#app/availability/practice-starts.ts";
import { slowFreeStarts } from "#tests/support/availability/oracle.ts";
import { anyBlock, anyException, anyQuestion, shift } from "#tests/support/availability/practices.ts";

const MINUTE_MS = 60_000;
// In each of three zones of the machine: two thousand in all, and five hundred.
const RUNS = { numRuns: 700 };
const FEWER = { numRuns: 175 };

// About a second of work each, with room for a busy machine.
vi.setConfig({ testTimeout: 60_000 });

test("no free start is missing and none is extra: a walk through every minute finds the same", () => {
  fc.assert(
    fc.property(anyQuestion(), (question) => {
      expect(freeStarts(question)).toEqual(slowFreeStarts(question));
    }),
    RUNS,
  );
});

test("every free start can be booked, with exactly those who are listed", () => {
  fc.assert(
    fc.property(anyQuestion(), (question) => {
      for (const slot of slotsOf(freeStarts(question))) {
        expect(refusalOf(question, slot.start, null)).toBeNull();
        for (const { id } of question.therapists) {
          expect(refusalOf(question, slot.start, id) === null).toBe(slot.therapists.includes(id));
        }
      }
    }),
    RUNS,
  );
});

test("what may be booked at any minute is a free start", () => {
  fc.assert(
    fc.property(anyQuestion(), fc.nat(), (question, seed) => {
      const days = freeStarts(question);
      const free = new Set(slotsOf(days).map((slot) => slot.start));
      const start = Date.parse(`${question.from}T00:00Z`) + (seed % 4320) * MINUTE_MS;
      const request = days.some((day) => day.date === dateOf(start, question.zone));
      fc.pre(request);
      expect(refusalOf(question, start, null) === null).toBe(free.has(start));
    }),
    RUNS,
  );
});

test("booking a free start keeps the therapist's blocks apart, and takes it", () => {
  fc.assert(
    fc.property(anyQuestion(), fc.nat(), (question, seed) => {
      const slots = slotsOf(freeStarts(question));
      const slot = slots[seed % Math.max(1, slots.length)];
      fc.pre(slot !== undefined);
      const id = slot.therapists[seed % slot.therapists.length] as string;
      const block = blockAt(question, slot.start);
      const before = question.therapists.find((therapist) => therapist.id === id) as TherapistTime;
      expect(before.busy.filter((busy) => overlaps(busy, block))).toEqual([]);
      expect(refusalOf(withBusy(question, id, block), slot.start, id)).toBe("taken");
    }),
    RUNS,
  );
});

test("a booking never adds a free start, nor a therapist to one", () => {
  fc.assert(
    fc.property(withExtra(anyBlock), ({ question, extra }) => {
      const before = pairsOf(freeStarts(question));
      const after = pairsOf(freeStarts(withBusy(question, "therapist-0", extra)));
      expect([...after].filter((pair) => !before.has(pair))).toEqual([]);
    }),
    RUNS,
  );
});

test("days far apart don't influence each other", () => {
  const far = (date: string) =>
    fc.record({ block: anyBlock(shift(date, 10)), exception: anyException(shift(date, 10)) });
  fc.assert(
    fc.property(withExtra(far), ({ question, extra }) => {
      const [first, ...others] = question.therapists;
      const changed = first && {
        ...first,
        busy: [extra.block, ...first.busy],
        exceptions: [...first.exceptions, extra.exception],
      };
      const therapists = changed ? [changed, ...others] : others;
      expect(freeStarts({ ...question, therapists })).toEqual(freeStarts(question));
    }),
    RUNS,
  );
});

test("days asked for together are the days asked for one by one", () => {
  fc.assert(
    fc.property(anyQuestion(), (question) => {
      const days = freeStarts(question);
      expect(days).toEqual(days.flatMap(({ date }) => freeStarts({ ...question, from: date, to: date })));
    }),
    RUNS,
  );
});

test("the practice is offered every five minutes that a walk through every minute finds, and no other", () => {
  fc.assert(
    fc.property(anyQuestion(), (question) => {
      const walked = slotsOf(slowFreeStarts({ ...question, slotInterval: QUANTUM_MINUTES })).map(({ start }) => start);
      const every = everyStart(question);
      expect(every).toEqual(walked);
      const first = practiceStarts(question);
      expect(first.filter((start) => !every.includes(start))).toEqual([]);
      // The ends of every stretch are among the first offered, so none of them has to be looked for.
      expect(every.length > 0).toBe(first.length > 0);
      expect([first[0], first.at(-1)]).toEqual([every[0], every.at(-1)]);
    }),
    FEWER,
  );
});

test("an appointment's own time counts as free: it may stay, and what it may move to needs no more room", () => {
  fc.assert(
    fc.property(anyQuestion(), fc.nat(), (question, seed) => {
      const free = everyStart(question);
      const own = free[seed % Math.max(1, free.length)];
      fc.pre(own !== undefined);
      const [id] = slotsOf(freeStarts({ ...question, slotInterval: QUANTUM_MINUTES }))
        .filter(({ start }) => start === own)
        .flatMap(({ therapists }) => therapists) as [string];
      const booked = withBusy(question, id, blockAt(question, own));
      // Left out again, as whoever moves it leaves it out: nothing is lost by having been booked.
      expect(everyStart(without(booked, id))).toEqual(free);
      expect(everyStart(booked).filter((start) => !free.includes(start))).toEqual([]);
    }),
    FEWER,
  );
});

function without(question: Question, id: string): Question {
  const therapists = question.therapists.map((therapist) =>
    therapist.id === id ? { ...therapist, busy: therapist.busy.slice(0, -1) } : therapist,
  );
  return { ...question, therapists };
}

function withExtra<T>(extraNear: (date: string) => fc.Arbitrary<T>): fc.Arbitrary<{ question: Question; extra: T }> {
  return anyQuestion().chain((question) => extraNear(question.from).map((extra) => ({ question, extra })));
}

function slotsOf(days: readonly FreeDay[]) {
  return days.flatMap((day) => day.slots);
}

function pairsOf(days: readonly FreeDay[]): Set<string> {
  return new Set(slotsOf(days).flatMap((slot) => slot.therapists.map((id) => `${slot.start} ${id}`)));
}

function blockAt({ bufferBefore, length, bufferAfter }: Question, start: number): Interval {
  return { start: start - bufferBefore * MINUTE_MS, end: start + (length + bufferAfter) * MINUTE_MS };
}

function withBusy(question: Question, id: string, block: Interval): Question {
  const therapists = question.therapists.map((therapist) =>
    therapist.id === id ? { ...therapist, busy: [...therapist.busy, block] } : therapist,
  );
  return { ...question, therapists };
}

function dateOf(ms: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString();
}
