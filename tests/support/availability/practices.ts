import fc from "fast-check";
import type { Question, TherapistTime } from "#app/availability/free-starts.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { DayException, WallRange } from "#app/availability/opening-hours.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Local dates on or near a clock change, and some without one: an hour, half an hour, around midnight. */
const PLACES: [zone: string, date: string][] = [
  ["Europe/London", "2027-03-28"],
  ["Europe/London", "2027-10-31"],
  ["Europe/London", "2027-06-01"],
  ["America/St_Johns", "2027-03-14"],
  ["America/St_Johns", "2027-11-07"],
  ["Australia/Lord_Howe", "2027-04-04"],
  ["Australia/Lord_Howe", "2027-10-03"],
  ["America/Havana", "2027-03-14"],
  ["America/Havana", "2027-11-07"],
  ["America/Scoresbysund", "2027-03-27"],
  ["America/Scoresbysund", "2027-10-30"],
  ["Asia/Beirut", "2027-03-28"],
  ["Asia/Beirut", "2027-10-30"],
  ["Asia/Kathmandu", "2027-03-28"],
];

/** A random practice with one to three therapists, and one to three days near a place's date. */
export function anyQuestion(): fc.Arbitrary<Question> {
  return fc.constantFrom(...PLACES).chain(([zone, date]) =>
    fc
      .record({
        early: fc.integer({ min: 0, max: 1 }),
        days: fc.integer({ min: 0, max: 2 }),
        // From two days before to the middle of the requested days, to the millisecond.
        now: fc.integer({ min: -2 * DAY_MS, max: DAY_MS }).map((ms) => Date.parse(`${date}T00:00Z`) + ms),
        length: fives(5, 120),
        bufferBefore: fc.oneof(fc.constant(0), fives(0, 30)),
        bufferAfter: fc.oneof(fc.constant(0), fives(0, 30)),
        slotInterval: fc.constantFrom(15, 20, 25, 30, 45, 60),
        notice: fc.oneof(fc.constant(0), fives(0, 600)),
        horizonDays: fc.integer({ min: 1, max: 4 }),
        therapists: fc.array(anyTherapist(date), { minLength: 1, maxLength: 3 }),
      })
      .map(({ early, days, therapists, ...rest }) => ({
        ...rest,
        zone,
        from: shift(date, -early),
        to: shift(date, days - early),
        therapists: therapists.map((therapist, index) => ({ ...therapist, id: `therapist-${index}` })),
      })),
  );
}

/** A busy block near a date: up to three hours, in steps of five minutes. */
export function anyBlock(date: string): fc.Arbitrary<Interval> {
  return fc.record({ offset: fives(-1440, 4320), minutes: fives(5, 180) }).map(({ offset, minutes }) => {
    const start = Date.parse(`${date}T00:00Z`) + offset * MINUTE_MS;
    return { start, end: start + minutes * MINUTE_MS };
  });
}

/** A closure or an extra opening of one or two days near a date. */
export function anyException(date: string): fc.Arbitrary<DayException> {
  return fc
    .record({
      kind: fc.constantFrom("closure" as const, "opening" as const),
      first: fc.integer({ min: -1, max: 2 }),
      days: fc.integer({ min: 0, max: 1 }),
      range: fc.oneof({ weight: 3, arbitrary: anyRange() }, { weight: 1, arbitrary: fc.constant(null) }),
    })
    .map(({ kind, first, days, range }) => ({
      kind,
      firstDay: shift(date, first),
      lastDay: shift(date, first + days),
      fromMinute: range?.fromMinute ?? null,
      toMinute: range?.toMinute ?? null,
      publicNote: null,
    }));
}

/** Adds days by the calendar alone. */
export function shift(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

function anyTherapist(date: string): fc.Arbitrary<Omit<TherapistTime, "id">> {
  const weekday = Temporal.PlainDate.from(date).dayOfWeek;
  const weekdays = [weekday, (weekday % 7) + 1, ((weekday + 5) % 7) + 1];
  const cycle = fc.record({
    weekAFrom: fc.integer({ min: -30, max: 30 }).map((days) => shift(date, days)),
    week: fc.constantFrom("A" as const, "B" as const),
  });
  const weekly = fc
    .record({ weekday: fc.constantFrom(...weekdays), range: anyRange(), cycle: fc.option(cycle, { nil: undefined }) })
    .map(({ weekday, range, cycle }) => ({ weekday, ...range, ...(cycle && { cycle }) }));
  return fc.record({
    weekly: fc.array(weekly, { maxLength: 5 }),
    exceptions: fc.array(anyException(date), { maxLength: 3 }),
    busy: fc.array(anyBlock(date), { maxLength: 6 }),
  });
}

/** A range of wall time: often in the small hours, where the clocks change, and often to an end of the day. */
function anyRange(): fc.Arbitrary<WallRange> {
  const minute = fc.oneof(fives(0, 240), fives(0, 1440), fives(1320, 1440), fc.constantFrom(0, 1440));
  return fc.tuple(minute, minute).map(([a, b]) => ({ fromMinute: Math.min(a, b), toMinute: Math.max(a, b) }));
}

function fives(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: min / 5, max: max / 5 }).map((five) => five * 5);
}
