import { addDays, instantOf } from "#app/platform/zoned-time.ts";

/** How many weeks may lie between two. */
export const WEEKS = [1, 2, 3, 4] as const;
export const FEWEST = 2;
export const MOST = 12;

/** `day`: the first local date; `minute`: of the day on the practice's clock. */
export type SeriesRule = { day: string; minute: number; weeks: number; times: number };

/** The starts by the rule, in order: the same weekday and wall time, also across a change of the clocks. */
export function occurrencesOf({ day, minute, weeks, times }: SeriesRule, zone: string): number[] {
  return Array.from({ length: times }, (_, index) => instantOf(addDays(day, index * weeks * 7), minute, zone));
}

/** `Every 2 weeks`. */
export function ruleInWords(weeks: number): string {
  return weeks === 1 ? "Every week" : `Every ${weeks} weeks`;
}
