import type { Interval } from "#app/availability/interval.ts";
import { daysBetween, instantOf, localDateOf, localMinuteOf, localTimeOf } from "#app/platform/date-time.ts";

const MINUTE_MS = 60_000;
const STEP = 5;

/**
 * The hours drawn of one local date, from `start` (epoch ms). A day on its own is drawn as it passes, 23 or 25 hours
 * when the clocks change; days beside each other (`isWall`) share the wall's hours.
 */
export type DayAxis = {
  date: string;
  zone: string;
  fromMinute: number;
  start: number;
  minutes: number;
  isWall: boolean;
};

/** A place on an axis: minutes from its top, and how many minutes it lasts. */
export type Piece = { at: number; lasts: number };

type Hours = { fromMinute: number; toMinute: number };

export function dayAxis(
  date: string,
  { fromMinute, toMinute }: Hours,
  how: { zone: string; isWall: boolean },
): DayAxis {
  const start = instantOf(date, fromMinute, how.zone);
  const elapsed = (instantOf(date, toMinute, how.zone) - start) / MINUTE_MS;
  return { date, fromMinute, start, minutes: how.isWall ? toMinute - fromMinute : elapsed, ...how };
}

/** Minutes from the top of the axis at an instant; negative before it. */
export function minuteAt({ date, zone, fromMinute, start, isWall }: DayAxis, instant: number): number {
  if (!isWall) return (instant - start) / MINUTE_MS;
  return daysBetween(date, localDateOf(instant, zone)) * 1440 + localMinuteOf(instant, zone) - fromMinute;
}

export function instantAt({ date, zone, fromMinute, start, isWall }: DayAxis, minute: number): number {
  return isWall ? instantOf(date, fromMinute + minute, zone) : start + minute * MINUTE_MS;
}

/** `09:30`, the wall time at a place. */
export function timeAt(axis: DayAxis, minute: number): string {
  return localTimeOf(instantAt(axis, minute), axis.zone);
}

/** The part of an interval that the axis shows, in whole steps of five minutes; null if it shows none. */
export function pieceOn(axis: DayAxis, { start, end }: Interval): Piece | null {
  const at = Math.max(0, Math.floor(minuteAt(axis, start) / STEP) * STEP);
  const until = Math.min(axis.minutes, Math.ceil(minuteAt(axis, end) / STEP) * STEP);
  return until > at ? { at, lasts: until - at } : null;
}

/** The full hours of the wall's clock. One that is skipped is missing, one that comes twice stands twice. */
export function hourMarks(axis: DayAxis): { at: number; label: string }[] {
  const marks: { at: number; label: string }[] = [];
  for (let at = 0; at < axis.minutes; at += STEP) {
    const label = axis.isWall ? wallLabel(axis.fromMinute + at) : timeAt(axis, at);
    if (label.endsWith(":00")) marks.push({ at, label });
  }
  return marks;
}

function wallLabel(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
