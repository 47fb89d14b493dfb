import { type Interval, intersect, merge, subtract } from "#app/availability/interval.ts";
import type { DayException, WallRange } from "#app/availability/opening-hours.ts";
import { type DayAxis, type Piece, pieceOn } from "#app/diary/day-axis.ts";
import { addDays, instantOf, startOfDay } from "#app/platform/date-time.ts";

/** A closure with the practice's reason for it. `therapistId` null: everybody's. */
export type NamedClosure = Pick<DayException, "firstDay" | "lastDay" | "fromMinute" | "toMinute"> & {
  id: string;
  therapistId: string | null;
  reason: string | null;
};

/**
 * Time in which nobody is treated, with its name. `removable`: the closure that one press opens again, which is one
 * day of one therapist; others are changed under Hours.
 */
export type UnavailableTime = Piece & { title: string; removable: string | null };

// A longer pause is time off between two parts of a day.
const LONGEST_BREAK = 120;

type Working = {
  open: readonly WallRange[];
  closures: readonly NamedClosure[];
  /** When their own calendar is busy. */
  busy?: readonly Interval[];
};

/** The breaks, closures and busy times of a therapist's local date, in order. A therapist's own closure goes before everybody's. */
export function unavailableTimes(axis: DayAxis, { open, closures, busy = [] }: Working): UnavailableTime[] {
  const { date, zone } = axis;
  const own = closures.filter(({ therapistId }) => therapistId !== null);
  const everybodys = closures.filter(({ therapistId }) => therapistId === null);
  const closed: Interval[] = [];
  const unavailable: UnavailableTime[] = [];
  const add = (interval: Interval, named: Omit<UnavailableTime, keyof Piece>) => {
    for (const part of subtract(interval, merge(closed))) {
      const piece = pieceOn(axis, part);
      if (piece) unavailable.push({ ...piece, ...named });
    }
    closed.push(interval);
  };
  for (const closure of [...own, ...everybodys]) {
    const isOneDay = closure.therapistId !== null && closure.firstDay === closure.lastDay;
    const range = { fromMinute: closure.fromMinute ?? 0, toMinute: closure.toMinute ?? 1440 };
    add(intervalOf(range, date, zone), {
      title: closure.reason ?? "Closed",
      removable: isOneDay ? closure.id : null,
    });
  }
  for (const time of merge(busy)) add(time, { title: "Busy in own calendar", removable: null });
  for (const pause of pausesOf(open)) {
    add(intervalOf(pause, date, zone), { title: isLunch(pause) ? "Lunch" : "Break", removable: null });
  }
  return unavailable.sort((a, b) => a.at - b.at);
}

function pausesOf(open: readonly WallRange[]): WallRange[] {
  return open.slice(1).flatMap(({ fromMinute: toMinute }, index) => {
    const fromMinute = open[index]?.toMinute ?? toMinute;
    return toMinute - fromMinute <= LONGEST_BREAK ? [{ fromMinute, toMinute }] : [];
  });
}

function isLunch({ fromMinute }: WallRange): boolean {
  return fromMinute >= 690 && fromMinute < 840;
}

/** Clipped to the date: a wall time that the clocks skip may lie past its end. */
export function intervalOf({ fromMinute, toMinute }: WallRange, date: string, zone: string): Interval {
  const day = { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
  return intersect(day, { start: instantOf(date, fromMinute, zone), end: instantOf(date, toMinute, zone) });
}
