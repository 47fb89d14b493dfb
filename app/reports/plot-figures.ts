import type { StatusView } from "#app/appointments/appointment.ts";
import { type AppointmentResult, type Attendance, resultOf } from "#app/appointments/attendance.ts";
import { closedRanges, type Hours, openRanges, type WallRange } from "#app/availability/opening-hours.ts";
import { addDays, daysBetween, localDateOf, localMinuteOf, weekdayOf } from "#app/platform/date-time.ts";

/** One appointment for the figures: instants in epoch ms, the price in pence, no name. */
export type Fact = {
  start: number;
  minutes: number;
  pricePence: number;
  service: string;
  status: StatusView;
  attendance: Attendance;
  createdAt: number;
};

/** The practice's zone and the present instant. */
export type When = { zone: string; now: number };

const MINUTE_MS = 60_000;

/** A fact without what only some plots ask for. */
export type BareFact = Omit<Fact, "service" | "createdAt">;

export function resultOfFact({ start, minutes, status, attendance }: BareFact, now: number): AppointmentResult {
  return resultOf({ status, attendance, end: start + minutes * MINUTE_MS }, now);
}

/** One hour of one weekday: bookable and booked minutes, and their share; null when closed. */
export type HeatCell = { weekday: number; hour: number; bookable: number; booked: number; share: number | null };

/**
 * How full each hour of each weekday was from `from` to `to` (inclusive local dates): booked minutes, without cancelled
 * appointments, of the minutes that therapists worked. Only hours in which somebody works on some weekday.
 */
export function heatOf(
  facts: readonly Fact[],
  { hours, from, to, zone }: Pick<When, "zone"> & { hours: readonly Hours[]; from: string; to: string },
): HeatCell[] {
  const bookable = new Float64Array(8 * 24);
  const booked = new Float64Array(8 * 24);
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const day = weekdayOf(date) * 24;
    for (const therapist of hours) {
      for (const range of openRanges(therapist, date)) spread(bookable, day, { ...range, sign: 1 });
      for (const range of closedWithin(therapist, date)) spread(bookable, day, { ...range, sign: -1 });
    }
  }
  for (const fact of facts) {
    const date = localDateOf(fact.start, zone);
    if (fact.status === "Cancelled" || date < from || date > to) continue;
    const fromMinute = localMinuteOf(fact.start, zone);
    const range = { fromMinute, toMinute: Math.min(1440, fromMinute + fact.minutes) };
    spread(booked, weekdayOf(date) * 24, { ...range, sign: 1 });
  }
  return cellsFrom(bookable, booked);
}

function closedWithin(hours: Hours, date: string): WallRange[] {
  return closedRanges(hours, date).flatMap((closed) =>
    openRanges(hours, date)
      .map((open) => ({
        fromMinute: Math.max(open.fromMinute, closed.fromMinute),
        toMinute: Math.min(open.toMinute, closed.toMinute),
      }))
      .filter(({ fromMinute, toMinute }) => fromMinute < toMinute),
  );
}

/** Adds a range's minutes to each hour that it overlaps. */
function spread(
  minutes: Float64Array,
  day: number,
  { fromMinute, toMinute, sign }: WallRange & { sign: number },
): void {
  for (let hour = Math.floor(fromMinute / 60); hour * 60 < toMinute && hour < 24; hour++) {
    const part = Math.min(toMinute, hour * 60 + 60) - Math.max(fromMinute, hour * 60);
    minutes[day + hour] = (minutes[day + hour] ?? 0) + sign * part;
  }
}

function cellsFrom(bookable: Float64Array, booked: Float64Array): HeatCell[] {
  const cells = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    Array.from({ length: 24 }, (_, hour): HeatCell => {
      const can = bookable[weekday * 24 + hour] ?? 0;
      const was = booked[weekday * 24 + hour] ?? 0;
      return { weekday, hour, bookable: can, booked: was, share: can > 0 ? Math.min(1, was / can) : null };
    }),
  );
  const open = cells.filter((cell) => cell.bookable > 0).map((cell) => cell.hour);
  return cells.filter((cell) => cell.hour >= Math.min(...open) && cell.hour <= Math.max(...open));
}

/** One service's share: number of appointments, total minutes, and income in pence. */
export type MixLine = { service: string; count: number; minutes: number; pence: number };

export function mixOf(facts: readonly Fact[], { now }: Pick<When, "now">): MixLine[] {
  const lines = new Map<string, MixLine>();
  for (const fact of facts) {
    if (resultOfFact(fact, now) !== "came") continue;
    const line = lines.get(fact.service) ?? { service: fact.service, count: 0, minutes: 0, pence: 0 };
    line.count += 1;
    line.minutes += fact.minutes;
    line.pence += fact.pricePence;
    lines.set(fact.service, line);
  }
  return [...lines.values()].sort((a, b) => b.count - a.count || a.service.localeCompare(b.service));
}

export type LeadTime = { label: string; count: number };

const LEADS = [
  { label: "Same day", upTo: 0 },
  { label: "1 to 2 days", upTo: 2 },
  { label: "3 to 7", upTo: 7 },
  { label: "8 to 14", upTo: 14 },
  { label: "15 or more", upTo: Number.POSITIVE_INFINITY },
];

/** Local days between booking and appointment. Cancelled appointments count: they were booked. */
export function leadTimesOf(facts: readonly Fact[], { zone }: Pick<When, "zone">): LeadTime[] {
  const counts = LEADS.map(({ label }) => ({ label, count: 0 }));
  for (const fact of facts) {
    const days = daysBetween(localDateOf(fact.createdAt, zone), localDateOf(fact.start, zone));
    const lead = counts[LEADS.findIndex(({ upTo }) => days <= upTo)];
    if (lead) lead.count += 1;
  }
  return counts;
}

/** One week, by its Monday: the number of each result, and in pence what was taken and what is expected. */
export type Week = Record<AppointmentResult, number> & { monday: string; takenPence: number; aheadPence: number };

export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}

/** Every week between two local dates, those of both dates and empty weeks included. */
export function weeksOf(facts: readonly Fact[], { from, to, zone, now }: When & { from: string; to: string }): Week[] {
  const weeks = new Map<string, Week>();
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) weeks.set(monday, emptyWeek(monday));
  for (const fact of facts) {
    const week = weeks.get(mondayOf(localDateOf(fact.start, zone)));
    if (!week) continue;
    const result = resultOfFact(fact, now);
    week[result] += 1;
    if (result === "came") week.takenPence += fact.pricePence;
    if (result === "ahead") week.aheadPence += fact.pricePence;
  }
  return [...weeks.values()];
}

export function missedOf(weeks: readonly Week[]): { missed: number; expected: number } {
  const missed = weeks.reduce((sum, week) => sum + week.missed, 0);
  return { missed, expected: weeks.reduce((sum, week) => sum + week.came, missed) };
}

/** `2 of 41`; from 50 on also `that is 4.9%`: a percentage of a small number would mislead. */
export function rateInWords({ missed, expected }: { missed: number; expected: number }): string {
  const count = `${missed} of ${expected}`;
  return expected < 50 ? count : `${count}, that is ${((100 * missed) / expected).toFixed(1)}%`;
}

function emptyWeek(monday: string): Week {
  return { monday, came: 0, ahead: 0, missed: 0, cancelled: 0, unrecorded: 0, takenPence: 0, aheadPence: 0 };
}
