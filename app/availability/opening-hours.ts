import { type Interval, intersect, merge, subtract } from "#app/availability/interval.ts";
import { countsOn, type WeekCycle } from "#app/availability/week-cycle.ts";
import { addDays, instantOf, startOfDay, weekdayOf } from "#app/platform/date-time.ts";

/** Wall time of one local date, in minutes since its midnight; 1440 is the next midnight. */
export type WallRange = { fromMinute: number; toMinute: number };

export type WeeklyRange = WallRange & { weekday: number; cycle?: WeekCycle };

/**
 * A closure or extra opening on each local date from `firstDay` to `lastDay`, inclusive. Null minutes: all day. The
 * practice's reason is left out, so that no page can show it (docs/decisions/0001, row 34).
 */
export type DayException = {
  kind: "closure" | "opening";
  firstDay: string;
  lastDay: string;
  fromMinute: number | null;
  toMinute: number | null;
  publicNote: string | null;
};

/** An exception with whom it is of; null: the whole practice. */
export type OwnedException = DayException & { therapistId: string | null };

/** Weekly hours, and exceptions to them. */
export type Hours = { weekly: readonly WeeklyRange[]; exceptions: readonly DayException[] };

/**
 * The wall ranges that a therapist works on a local date, before closures: weekly hours and extra openings, sorted and
 * merged. Each range has its own grid, which closures do not shift.
 */
export function openRanges({ weekly, exceptions }: Hours, date: string): WallRange[] {
  const weekday = weekdayOf(date);
  const ofTheWeek = weekly.filter((range) => range.weekday === weekday && countsOn(range.cycle, date));
  return mergeRanges([...ofTheWeek, ...exceptionsOn(exceptions, { kind: "opening", date }).map(rangeOf)]);
}

export function closedRanges({ exceptions }: Hours, date: string): WallRange[] {
  return mergeRanges(exceptionsOn(exceptions, { kind: "closure", date }).map(rangeOf));
}

/** The notes for visitors of a local date's closures, without duplicates. */
export function closureNotes({ exceptions }: Hours, date: string): Set<string> {
  const notes = exceptionsOn(exceptions, { kind: "closure", date }).map((closure) => closure.publicNote);
  return new Set(notes.filter((note) => note !== null));
}

function exceptionsOn(
  exceptions: readonly DayException[],
  { kind, date }: { kind: DayException["kind"]; date: string },
): DayException[] {
  return exceptions.filter(
    (exception) => exception.kind === kind && exception.firstDay <= date && date <= exception.lastDay,
  );
}

function rangeOf({ fromMinute, toMinute }: DayException): WallRange {
  return { fromMinute: fromMinute ?? 0, toMinute: toMinute ?? 1440 };
}

function mergeRanges(ranges: readonly WallRange[]): WallRange[] {
  const minutes = merge(ranges.map(({ fromMinute, toMinute }): Interval => ({ start: fromMinute, end: toMinute })));
  return minutes.map(({ start, end }) => ({ fromMinute: start, toMinute: end }));
}

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
