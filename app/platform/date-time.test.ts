import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  daysBetween,
  instantOf,
  instantsOf,
  localDateOf,
  localMinuteOf,
  localTimeOf,
  startOfDay,
  weekdayOf,
} from "#app/platform/date-time.ts";

const LONDON = "Europe/London";
const RUNS = { numRuns: 2000 };
const anyZone = () =>
  fc.constantFrom(
    ...[LONDON, "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe", "America/Havana", "UTC"],
    ...["America/Scoresbysund", "Asia/Beirut", "Pacific/Chatham", "Pacific/Kiritimati", "America/New_York"],
  );
const anyInstant = () => fc.integer({ min: Date.parse("2015-01-01T00:00Z"), max: Date.parse("2035-01-01T00:00Z") });

test("days are counted by the calendar, whatever the clocks do", () => {
  expect(addDays("2027-03-27", 2)).toBe("2027-03-29");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(addDays("2027-12-31", 1)).toBe("2028-01-01");
  expect(daysBetween("2027-10-30", "2027-11-01")).toBe(2);
  expect(daysBetween("2028-03-01", "2028-02-28")).toBe(-2);
});

test("weeks begin on Monday", () => {
  expect(["2027-03-28", "2027-03-29", "2027-04-03"].map(weekdayOf)).toEqual([7, 1, 6]);
});

test("an instant has the local date and time of its zone", () => {
  const instant = Date.parse("2027-06-01T23:05:59.999Z");
  expect([localDateOf(instant, LONDON), localTimeOf(instant, LONDON)]).toEqual(["2027-06-02", "00:05"]);
  expect(localMinuteOf(instant, LONDON)).toBe(5);
  expect([localDateOf(instant, "America/St_Johns"), localTimeOf(instant, "America/St_Johns")]).toEqual([
    "2027-06-01",
    "20:35",
  ]);
});

test("a wall time that the clocks skip is as long after the change as after the minute before it", () => {
  expect(instantOf("2027-03-28", 90, LONDON)).toBe(Date.parse("2027-03-28T02:30:00+01:00"));
});

test("a wall time that happens twice is the first of the two", () => {
  expect(instantOf("2027-10-31", 90, LONDON)).toBe(Date.parse("2027-10-31T01:30:00+01:00"));
  expect(localTimeOf(Date.parse("2027-10-31T01:30:00Z"), LONDON)).toBe("01:30");
});

test("minute 1440 is the next midnight, so days of a change last 23 and 25 hours", () => {
  const hours = (date: string) => (instantOf(date, 1440, LONDON) - startOfDay(date, LONDON)) / 3_600_000;
  expect(["2027-03-28", "2027-06-01", "2027-10-31"].map(hours)).toEqual([23, 24, 25]);
});

test("a day whose midnight is skipped begins when the clocks have changed", () => {
  const start = startOfDay("2027-03-14", "America/Havana");
  expect(localTimeOf(start, "America/Havana")).toBe("01:00");
  expect(localDateOf(start - 1, "America/Havana")).toBe("2027-03-13");
});

test("a date or a zone that does not exist is an error", () => {
  expect(() => addDays("soon", 1)).toThrow(RangeError);
  expect(() => localDateOf(0, "Europe/Atlantis")).toThrow(RangeError);
});

test("instants read on the wall are what Temporal reads", () => {
  fc.assert(
    fc.property(anyZone(), anyInstant(), (zone, instant) => {
      const { hour, minute, ...rest } = readByTemporal(instant, zone);
      expect(localDateOf(instant, zone)).toBe(rest.date);
      expect(localMinuteOf(instant, zone)).toBe(hour * 60 + minute);
      expect(localTimeOf(instant, zone)).toBe(rest.time);
    }),
    RUNS,
  );
});

test("wall times, on the days of a change above all, are the instants that Temporal finds", () => {
  fc.assert(
    fc.property(anyZone(), anyInstant(), fc.integer({ min: -1, max: 1 }), minutes(), (zone, instant, days, minute) => {
      const date = Temporal.PlainDate.from(addDays(changeAfter(instant, zone), days));
      const wall = date.toPlainDateTime().add({ minutes: minute });
      const expected = wall.toZonedDateTime(zone, { disambiguation: "compatible" });
      expect(instantOf(date.toString(), minute, zone)).toBe(expected.epochMilliseconds);
      expect(startOfDay(date.toString(), zone)).toBe(date.toZonedDateTime(zone).epochMilliseconds);
    }),
    RUNS,
  );
});

test("a wall time has as many instants as Temporal finds: none, one or two", () => {
  const counts = new Set<number>();
  fc.assert(
    fc.property(anyZone(), anyInstant(), fc.integer({ min: -1, max: 1 }), minutes(), (zone, instant, days, minute) => {
      const date = Temporal.PlainDate.from(addDays(changeAfter(instant, zone), days));
      const wall = date.toPlainDateTime().add({ minutes: minute });
      const expected = (["earlier", "later"] as const)
        .map((disambiguation) => wall.toZonedDateTime(zone, { disambiguation }))
        .filter((zoned) => zoned.toPlainDateTime().equals(wall))
        .map(({ epochMilliseconds }) => epochMilliseconds);
      const found = instantsOf(date.toString(), minute, zone);
      expect(found).toEqual([...new Set(expected)]);
      counts.add(found.length);
    }),
    RUNS,
  );
  expect([...counts].sort()).toEqual([0, 1, 2]);
});

function minutes(): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 1440 }));
}

function readByTemporal(instant: number, zone: string) {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const time = zoned.toPlainTime().toString().slice(0, 5);
  return { date: zoned.toPlainDate().toString(), time, hour: zoned.hour, minute: zoned.minute };
}

/** The local date of the next clock change, or of the instant itself if there is none. */
function changeAfter(instant: number, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return (zoned.getTimeZoneTransition("next") ?? zoned).toPlainDate().toString();
}
