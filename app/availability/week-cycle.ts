import { addDays, dateFormat, daysBetween, weekdayOf } from "#app/platform/date-time.ts";

export type WeekName = "A" | "B";

/** Hours of every second week. `weekAFrom`: the Monday of a week A; B is the next, before and after it in turn. */
export type WeekCycle = { weekAFrom: string; week: WeekName };

/** The Monday on or before a local date. */
export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}

/** Whether hours count in the week of a local date; those without a cycle count in every week. */
export function countsOn(cycle: WeekCycle | undefined, date: string): boolean {
  return !cycle || weekOn(cycle.weekAFrom, date) === cycle.week;
}

export function weekOn(weekAFrom: string, date: string): WeekName {
  const weeks = daysBetween(mondayOf(weekAFrom), mondayOf(date)) / 7;
  return weeks % 2 === 0 ? "A" : "B";
}

/** A weekday on which someone works every second week only, and the next date of such a week. */
export type AlternateDay = { weekday: number; next: string };

/**
 * The weekdays of `weekly`, which are the hours of all therapists, that are worked every second week only. `isClosed`:
 * dates that are no such day all the same.
 */
export function alternateDays(
  weekly: readonly { weekday: number; cycle?: WeekCycle }[],
  { today, isClosed }: { today: string; isClosed: (date: string) => boolean },
): AlternateDay[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    const own = weekly.filter((range) => range.weekday === weekday);
    const first = addDays(today, (weekday - weekdayOf(today) + 7) % 7);
    const worked = [first, addDays(first, 7)].filter((date) => own.some(({ cycle }) => countsOn(cycle, date)));
    const [from, ...others] = worked;
    if (from === undefined || others.length > 0) return [];
    const dates = Array.from({ length: TURNS }, (_, turn) => addDays(from, 14 * turn));
    return [{ weekday, next: dates.find((date) => !isClosed(date)) ?? from }];
  });
}

// A year of them.
const TURNS = 26;

const A_MONDAY = Date.UTC(2027, 0, 4);
const DAY_MS = 86_400_000;

/** Weekdays (1 is Monday) in words: `Monday to Thursday and Saturday`; empty for none. */
export function weekdaysInWords(weekdays: Iterable<number>): string {
  const sorted = [...new Set(weekdays)].sort();
  const parts = runsOf(sorted).flatMap((run) =>
    run.length < 3 ? run.map(nameOf) : [`${nameOf(run[0] as number)} to ${nameOf(run.at(-1) as number)}`],
  );
  const last = parts.pop();
  return parts.length === 0 ? (last ?? "") : `${parts.join(", ")} and ${last}`;
}

function runsOf(sorted: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const weekday of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1) === weekday - 1) run.push(weekday);
    else runs.push([weekday]);
  }
  return runs;
}

function nameOf(weekday: number): string {
  return dateFormat("en-GB", { weekday: "long", timeZone: "UTC" }).format(A_MONDAY + (weekday - 1) * DAY_MS);
}
