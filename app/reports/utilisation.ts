import { type Interval, merge, subtract } from "#app/availability/interval.ts";
import { closedRanges, type Hours, openRanges } from "#app/availability/opening-hours.ts";
import { addDays, instantOf } from "#app/platform/date-time.ts";

/** Minutes booked, and minutes worked: the hours without closures, and what was booked outside them. */
export type Utilisation = { booked: number; worked: number };

const MINUTE_MS = 60_000;

/** One therapist's, over inclusive local dates. Real minutes: a night when the clocks change has an hour more or less. */
export function utilisationOf(
  appointments: readonly Interval[],
  { hours, from, to, zone }: { hours: Hours; from: string; to: string; zone: string },
): Utilisation {
  const scheduled: Interval[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const ranges = openRanges(hours, date);
    if (ranges.length === 0) continue;
    const instants = ({ fromMinute, toMinute }: { fromMinute: number; toMinute: number }): Interval => ({
      start: instantOf(date, fromMinute, zone),
      end: instantOf(date, toMinute, zone),
    });
    const closed = closedRanges(hours, date).map(instants);
    scheduled.push(...ranges.flatMap((range) => subtract(instants(range), closed)));
  }
  return { booked: minutesOf(appointments), worked: minutesOf([...scheduled, ...appointments]) };
}

export function addUtilisation(all: readonly Utilisation[]): Utilisation {
  return {
    booked: all.reduce((sum, { booked }) => sum + booked, 0),
    worked: all.reduce((sum, { worked }) => sum + worked, 0),
  };
}

function minutesOf(intervals: readonly Interval[]): number {
  return merge(intervals).reduce((sum, { start, end }) => sum + end - start, 0) / MINUTE_MS;
}
