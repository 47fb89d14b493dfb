import { subtract } from "#app/availability/interval.ts";
import { closedRanges, type DayException, openRanges, type WallRange } from "#app/availability/opening-hours.ts";
import type { AlternateDay } from "#app/availability/week-cycle.ts";
import { addDays } from "#app/platform/zoned-time.ts";
import type { Node } from "#app/routes/website/structured-data/graph.ts";
import type { DayHours } from "#app/settings/hours.ts";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const LONGEST_CLOSURE = 60;
/** How many days of alternate weeks have dates. */
const TURNS = 8;

/** Days with the same range are grouped. A missing day is closed. */
export function hoursNodes(timetable: readonly DayHours[]): Node[] {
  const byRange = Map.groupBy(timetable, ({ fromMinute, toMinute }) => `${fromMinute} ${toMinute}`);
  return [...byRange.values()].map((days) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: days.map(({ weekday }) => DAYS[weekday - 1]),
    ...times(days[0] as DayHours),
  }));
}

/** schema.org knows no alternate weeks: their days are openings with a date, for some months. */
export function weeklyAndDated(timetable: readonly DayHours[], alternate: readonly AlternateDay[]) {
  const nextOn = new Map(alternate.map(({ weekday, next }) => [weekday, next]));
  const openings = timetable.flatMap(({ weekday, fromMinute, toMinute }): DayException[] => {
    const next = nextOn.get(weekday);
    if (next === undefined) return [];
    return Array.from({ length: TURNS }, (_, turn) => addDays(next, 14 * turn)).map((date) => ({
      ...{ kind: "opening", firstDay: date, lastDay: date, fromMinute, toMinute, publicNote: null },
    }));
  });
  return { weekly: timetable.filter(({ weekday }) => !nextOn.has(weekday)), openings };
}

/** Dates with exceptions to the weekly hours: closed, or with other hours. */
export function specialHoursNodes(
  weekly: readonly DayHours[],
  exceptions: readonly DayException[],
  today: string,
): Node[] {
  const dates = new Set(exceptions.flatMap((exception) => datesOf(exception, today)));
  return [...dates].sort().flatMap((date) => dayNodes({ weekly, exceptions }, date));
}

function dayNodes(hours: { weekly: readonly DayHours[]; exceptions: readonly DayException[] }, date: string): Node[] {
  const cuts = closedRanges(hours, date).map(intervalOf);
  const open = openRanges(hours, date).flatMap((range) => subtract(intervalOf(range), cuts));
  const day = { "@type": "OpeningHoursSpecification", validFrom: date, validThrough: date };
  // schema.org's form for a closed day: opens and closes at midnight.
  if (open.length === 0) return [{ ...day, opens: "00:00", closes: "00:00" }];
  return open.map(({ start, end }) => ({ ...day, ...times({ fromMinute: start, toMinute: end }) }));
}

function datesOf({ firstDay, lastDay }: DayException, today: string): string[] {
  const first = firstDay < today ? today : firstDay;
  const dates: string[] = [];
  for (let date = first; date <= lastDay && dates.length < LONGEST_CLOSURE; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function intervalOf({ fromMinute, toMinute }: WallRange) {
  return { start: fromMinute, end: toMinute };
}

function times({ fromMinute, toMinute }: WallRange) {
  return { opens: clock(fromMinute), closes: clock(Math.min(toMinute, 1439)) };
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
