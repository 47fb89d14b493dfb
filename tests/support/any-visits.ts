import fc from "fast-check";
import { addDays, startOfDay } from "#app/platform/date-time.ts";
import type { PastVisit } from "#tests/support/past-visits.ts";

const HOUR = 3_600_000;

/** A practice's past as a report sees it. `aroundDay`: near a change of its clocks, where there are any. */
export type ReportedPractice = { zone: string; now: number; aroundDay: string; visits: PastVisit[] };

// Of whole and of part hours, with changes at midnight and of half an hour, and without any.
const CLOCKS = [
  { zone: "Europe/London", change: "2027-03-28" },
  { zone: "Europe/London", change: "2026-10-25" },
  { zone: "America/Santiago", change: "2026-09-06" },
  { zone: "America/Santiago", change: "2027-04-04" },
  { zone: "Australia/Lord_Howe", change: "2026-10-04" },
  { zone: "Asia/Kathmandu", change: "2027-01-01" },
  { zone: "America/St_Johns", change: "2026-11-01" },
];
const STAFF = ["demo-imogen-hartley", "demo-tom-ellery", "demo-priya-sandhu"];
const SERVICES = ["demo-deep-tissue-massage", "demo-sport-foot-massage", "demo-joint-mobilization"];

/** Visits on few days, near a change of the clocks and six weeks apart, in the first and last minutes of a day. */
export const anyReportedPractice = (): fc.Arbitrary<ReportedPractice> =>
  fc.constantFrom(...CLOCKS).chain(({ zone, change }) =>
    days(change).chain((some) => {
      const time = aTime(zone, some);
      return fc
        .record({ visits: fc.array(aVisit(time), { minLength: 20, maxLength: 60 }), time, isAtAnEnd: fc.boolean() })
        .map(({ visits, time: now, isAtAnEnd }) => ({
          zone,
          aroundDay: change,
          now: isAtAnEnd ? endOf(visits) : now,
          visits: numbered(visits),
        }));
    }),
  );

function endOf([first]: readonly Omit<PastVisit, "id">[]): number {
  return first ? first.start + first.minutes * 60_000 : 0;
}

function days(change: string): fc.Arbitrary<string[]> {
  const aDay = fc
    .tuple(fc.constantFrom(-365, -92, -31, -7, 0, 0), fc.integer({ min: -2, max: 2 }))
    .map(([far, near]) => addDays(change, far + near));
  return fc.array(aDay, { minLength: 2, maxLength: 4 }).map((some) => some.flatMap((day) => [day, addDays(day, 42)]));
}

function aTime(zone: string, days: readonly string[]): fc.Arbitrary<number> {
  return fc
    .tuple(fc.constantFrom(...days), fc.constantFrom(-15, 0, 0, 15, 30, 45, 90, 600, 1380, 1425))
    .map(([day, minute]) => startOfDay(day, zone) + minute * 60_000);
}

function aVisit(start: fc.Arbitrary<number>): fc.Arbitrary<Omit<PastVisit, "id">> {
  const cancelled = fc.record({
    at: fc.constantFrom(0, 10, 24, 25).map((hours) => hours * HOUR),
    actor: fc.constantFrom("admin:a", "staff:b", "client:c", "link", "system"),
    askedBy: fc.constantFrom("client" as const, "practice" as const, null),
    late: fc.constantFrom(true, false, null, null),
  });
  return fc
    .record({
      client: fc.option(fc.constantFrom("ada", "ben", "cleo", "dan", "eve", "fay"), { freq: 8 }),
      start,
      minutes: fc.constantFrom(15, 30, 60, 90),
      pence: fc.constantFrom(0, 0, 3200, 5801, 2_000_000_000),
      therapist: fc.constantFrom(...STAFF),
      service: fc.constantFrom(...SERVICES),
      status: fc.constantFrom("Confirmed", "Confirmed", "confirmed", "Pending", "asked for", "Cancelled", "CANCELLED"),
      state: fc.constantFrom("finished", "finished", "arrived", "missed", null),
      source: fc.constantFrom("website", "practice", "import", "carrier pigeon", null),
      cancelled: fc.option(cancelled, { freq: 4 }),
    })
    .map(({ cancelled: how, ...visit }) => ({
      ...visit,
      cancelled: how && visit.status.toLowerCase() === "cancelled" ? { ...how, at: visit.start - how.at } : null,
    }));
}

function numbered(visits: readonly Omit<PastVisit, "id">[]): PastVisit[] {
  return visits.map((visit, index) => ({ ...visit, id: `visit-${String(index).padStart(3, "0")}` }));
}
