import { type Interval, intersect, merge, subtract } from "#app/availability/interval.ts";
import { closedRanges, type Hours, openRanges, type WallRange } from "#app/availability/opening-hours.ts";
import { addDays, instantOf, startOfDay } from "#app/platform/zoned-time.ts";

/** Time in which slots may lie; the grid begins where the working range does. */
export type Stretch = Interval & { gridStart: number };

/** The working ranges of a therapist's local date without closures, as instants, in order. */
export function stretchesOf(hours: Hours, date: string, zone: string): Stretch[] {
  const ranges = openRanges(hours, date);
  if (ranges.length === 0) return [];
  const closures = instantsOf(closedRanges(hours, date), { date, zone });
  return instantsOf(ranges, { date, zone }).flatMap((range) =>
    subtract(range, closures).map((piece) => ({ ...piece, gridStart: range.start })),
  );
}

/**
 * Converts wall ranges by their two ends only: when the clocks go back, 01:00 to 03:00 lasts three hours. Merged again,
 * as an end inside the skipped hour moves past the start of the next range; and clipped to the date, as the skipped
 * hour may be its last.
 */
function instantsOf(ranges: readonly WallRange[], { date, zone }: { date: string; zone: string }): Interval[] {
  if (ranges.length === 0) return [];
  const day = { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
  return merge(
    ranges.map(({ fromMinute, toMinute }) =>
      intersect(day, { start: instantOf(date, fromMinute, zone), end: instantOf(date, toMinute, zone) }),
    ),
  );
}
