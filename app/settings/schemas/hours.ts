import { z } from "zod";
import { clockLabel, dateWords, HOME } from "#app/platform/date-time.ts";

const minute = z.number().int().min(0).max(1440);
const dayHours = z.object({ weekday: z.number().int().min(1).max(7), fromMinute: minute, toMinute: minute });

/** Two timetables that differ on purpose (decisions/0001, row 2). A weekday that is missing is closed. */
export const openingHours = z.array(dayHours).default([]);
export const operationHours = z.array(dayHours).default([]);

export type DayHours = z.output<typeof dayHours>;
export type HoursLine = { days: string; times: string };

const CLOSED = "Closed";
const SHORT = { day: "numeric", month: "short" } as const;
const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/**
 * A timetable for people: `Monday to Friday`, `9:00 AM to 5:00 PM` (specification section 9). `alternate`: weekdays that
 * are open every second week only, with the next date of each.
 */
export function hoursLines(
  timetable: readonly DayHours[],
  alternate: readonly { weekday: number; next: string }[] = [],
): HoursLine[] {
  const days = NAMES.map((name, index) => {
    const times = timesOf(timetable, index + 1);
    const next = alternate.find(({ weekday }) => weekday === index + 1)?.next;
    if (next === undefined || times === CLOSED) return { name, times };
    return { name, times: `${times}, every second ${name}, next ${dateWords(next, HOME, SHORT)}` };
  });
  const lines: { first: string; last: string; times: string }[] = [];
  for (const day of days) {
    const open = lines.at(-1);
    if (open?.times === day.times) open.last = day.name;
    else lines.push({ first: day.name, last: day.name, times: day.times });
  }
  return lines.map(({ first, last, times }) => ({ days: first === last ? first : `${first} to ${last}`, times }));
}

/** The times of each weekday: `{ Monday: "9:00 AM to 5:00 PM", … }`. */
export function timesByDay(timetable: readonly DayHours[]): Record<string, string> {
  return Object.fromEntries(NAMES.map((name, index) => [name, timesOf(timetable, index + 1)]));
}

function timesOf(timetable: readonly DayHours[], weekday: number): string {
  const ranges = timetable.filter((day) => day.weekday === weekday).sort((a, b) => a.fromMinute - b.fromMinute);
  if (ranges.length === 0) return CLOSED;
  return ranges.map((range) => `${clockLabel(range.fromMinute)} to ${clockLabel(range.toMinute)}`).join(", ");
}
