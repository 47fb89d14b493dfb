import { addDays, daysBetween, weekdayOf } from "#app/platform/zoned-time.ts";

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
