import { dateWords, HOME } from "#app/platform/day-in-words.ts";
import { timeOf } from "#app/platform/week-form.ts";
import { instantsOf } from "#app/platform/zoned-time.ts";

/** Which of the two is meant when the clocks go back and a wall time occurs twice. */
export const WHICH = ["first", "second"] as const;

/** A typed local date and minutes since its midnight. */
export type WallTime = { day: string; minute: number; which?: (typeof WHICH)[number] | undefined };

type WallTimeOutcome =
  | { kind: "at"; start: number }
  /** `which`: it occurs twice, and the person has to choose. */
  | { kind: "invalid"; field: "time" | "which"; message: string };

/** The one instant that a typed wall time means, or the sentence for its field. */
export function readWallTime({ day, minute, which }: WallTime, zone: string): WallTimeOutcome {
  const [first, second] = instantsOf(day, minute, zone);
  if (first === undefined) {
    return {
      kind: "invalid",
      field: "time",
      message: `${skipped({ day, minute })}. ${another({ day, minute }, zone)}`,
    };
  }
  if (second === undefined) return { kind: "at", start: first };
  if (which) return { kind: "at", start: which === "first" ? first : second };
  return { kind: "invalid", field: "which", message: `${doubled({ day, minute })}. Choose which one` };
}

/** Why a wall time is not one instant, where nothing can ask which of two is meant; null when it is one. */
export function wallTimeFault({ day, minute }: WallTime, zone: string): string | null {
  const { length } = instantsOf(day, minute, zone);
  if (length === 1) return null;
  return `${length === 0 ? skipped({ day, minute }) : doubled({ day, minute })}. ${another({ day, minute }, zone)}`;
}

function skipped(wall: WallTime): string {
  return `${inWords(wall)} does not exist, because the clocks go forward`;
}

function doubled(wall: WallTime): string {
  return `${inWords(wall)} happens twice, because the clocks go back`;
}

function inWords({ day, minute }: WallTime): string {
  return `${timeOf(minute)} on ${dateWords(day, HOME, { weekday: "short", day: "numeric", month: "short", year: "numeric" })}`;
}

const QUANTUM = 5;

function another({ day, minute }: WallTime, zone: string): string {
  for (let next = Math.floor(minute / QUANTUM) * QUANTUM + QUANTUM; next < 1440; next += QUANTUM) {
    if (instantsOf(day, next, zone).length === 1) return `Enter another time, such as ${timeOf(next)}`;
  }
  return "Enter another time";
}
