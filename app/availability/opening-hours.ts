import { type Interval, merge } from "#app/availability/interval.ts";
import { weekdayOf } from "#app/platform/zoned-time.ts";

/** Wall time of one local date, in minutes since its midnight; 1440 is the next midnight. */
export type WallRange = { fromMinute: number; toMinute: number };

/** A range of every week. Weekday 1 is Monday, 7 is Sunday. */
export type WeeklyRange = WallRange & { weekday: number };

/** A closure or an extra opening on each local date from `firstDay` to `lastDay` inclusive. Null minutes: all day. */
export type DayException = {
  kind: "closure" | "opening";
  firstDay: string;
  lastDay: string;
  fromMinute: number | null;
  toMinute: number | null;
  reason: string | null;
};

/** When a therapist works: every week, and other than every week. */
export type Hours = { weekly: readonly WeeklyRange[]; exceptions: readonly DayException[] };

/**
 * The ranges of wall time that a therapist works on a local date, before closures: the weekday's and the extra
 * openings, sorted, and those that touch or overlap as one. Each has a grid of its own, which closures leave alone.
 */
export function openRanges({ weekly, exceptions }: Hours, date: string): WallRange[] {
  const weekday = weekdayOf(date);
  const ofTheWeek = weekly.filter((range) => range.weekday === weekday);
  return mergeRanges([...ofTheWeek, ...exceptionsOn(exceptions, { kind: "opening", date }).map(rangeOf)]);
}

/** The ranges of wall time that closures take from a local date, sorted and without overlaps. */
export function closedRanges({ exceptions }: Hours, date: string): WallRange[] {
  return mergeRanges(exceptionsOn(exceptions, { kind: "closure", date }).map(rangeOf));
}

/** The reasons given for the closures of a local date, each once. */
export function closureReasons({ exceptions }: Hours, date: string): Set<string> {
  const reasons = exceptionsOn(exceptions, { kind: "closure", date }).map((closure) => closure.reason);
  return new Set(reasons.filter((reason) => reason !== null));
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
