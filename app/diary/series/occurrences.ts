import { addDays } from "#app/platform/date-time.ts";
import { readWallTime, type WallTime } from "#app/platform/wall-time.ts";

/** How many weeks may lie between two. */
export const WEEKS = [1, 2, 3, 4] as const;
export const FEWEST = 2;
export const MOST = 12;

/** `day`: the first local date; `minute`: of the day on the practice's clock. */
export type SeriesRule = WallTime & { weeks: number; times: number };

/**
 * The starts by the rule, in order: the same weekday and wall time, also across a change of the clocks. Invalid when the
 * clocks skip one of them, or one happens twice and `which` does not say which.
 */
export function occurrencesOf({ day, minute, which, weeks, times }: SeriesRule, zone: string) {
  const starts: number[] = [];
  for (let index = 0; index < times; index++) {
    const at = readWallTime({ day: addDays(day, index * weeks * 7), minute, which }, zone);
    if (at.kind === "invalid") return at;
    starts.push(at.start);
  }
  return { kind: "starts" as const, starts };
}

/** `Every 2 weeks`. */
export function ruleInWords(weeks: number): string {
  return weeks === 1 ? "Every week" : `Every ${weeks} weeks`;
}
