import { closedRanges, type Hours, openRanges, type WallRange } from "#app/availability/opening-hours.ts";
import { addDays, localDateOf, localMinuteOf, weekdayOf } from "#app/platform/zoned-time.ts";
import type { Fact, When } from "#app/reports/figure-fact.ts";

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
