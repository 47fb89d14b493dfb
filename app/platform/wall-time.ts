import { z } from "zod";
import { dateWords, HOME, instantsOf } from "#app/platform/date-time.ts";

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

/** A weekly range of wall time. Weekday 1 is Monday; minutes since midnight, 1440 is the next midnight. */
type WeekRange = { weekday: number; fromMinute: number; toMinute: number };

/** How many ranges the form offers for each day. */
export const RANGES_A_DAY = 3;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** A timetable as typed: `week.1.0.from` and `week.1.0.to` are the first range of Monday, as `09:00` and `17:00`. */
export const weekForm = z.object({
  week: z
    .record(z.string(), z.record(z.string(), z.object({ from: time(), to: time() })))
    .default({})
    .transform((week, context): WeekRange[] => {
      const issue = (weekday: number, row: string, message: string) =>
        context.addIssue({ code: "custom", path: [weekday, row, "from"], message });
      return WEEKDAYS.flatMap((weekday) => {
        const ranges = Object.entries(week[weekday] ?? {}).flatMap(([row, typed]) => {
          const range = rangeFrom(weekday, typed);
          if (typeof range === "string") issue(weekday, row, range);
          return range === null || typeof range === "string" ? [] : [{ row, range }];
        });
        ranges.sort((a, b) => a.range.fromMinute - b.range.fromMinute);
        ranges.forEach(({ row, range }, index) => {
          const before = ranges[index - 1]?.range;
          if (before && range.fromMinute < before.toMinute)
            issue(weekday, row, `${nameOf(weekday)}: two times overlap`);
        });
        return ranges.map(({ range }) => range);
      });
    }),
});

export function weekFormOf(week: readonly WeekRange[]): { week: object } {
  const days = WEEKDAYS.map((weekday) => {
    const ranges = week.filter((range) => range.weekday === weekday).sort((a, b) => a.fromMinute - b.fromMinute);
    return [weekday, ranges.map((range) => ({ from: timeOf(range.fromMinute), to: timeOf(range.toMinute) }))];
  });
  return { week: Object.fromEntries(days) };
}

/** Minutes since midnight as a time input holds them: `09:05`. Midnight at the end of a day is `00:00`. */
export function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60) % 24).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** The minutes of a time input; null unless it is a time of day in steps of five minutes. */
export function minuteOf(time: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5][05])$/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

export function nameOf(weekday: number): string {
  return ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday - 1] ?? "";
}

/** A range, or what is wrong with it; null for an empty row. */
function rangeFrom(weekday: number, { from, to }: { from: string; to: string }): WeekRange | string | null {
  if (from === "" && to === "") return null;
  const fromMinute = minuteOf(from);
  const toMinute = minuteOf(to);
  const day = nameOf(weekday);
  if (fromMinute === null || toMinute === null) return `${day}: enter both times, in steps of five minutes`;
  const end = toMinute === 0 ? 1440 : toMinute;
  return fromMinute < end ? { weekday, fromMinute, toMinute: end } : `${day}: the end must be after the start`;
}

function time() {
  return z.string().trim().max(8).default("");
}
