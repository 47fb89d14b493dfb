import { z } from "zod";
import { clockLabel } from "#app/platform/clock-label.ts";

const minute = z.number().int().min(0).max(1440);
const dayHours = z.object({ weekday: z.number().int().min(1).max(7), fromMinute: minute, toMinute: minute });

function hours(weekdays: [number, number], saturday: [number, number]) {
  const monToFri = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: weekdays[0], toMinute: weekdays[1] }));
  return [...monToFri, { weekday: 6, fromMinute: saturday[0], toMinute: saturday[1] }];
}

/** Two timetables that differ on purpose (decisions/0001, row 2). A weekday that is missing is closed. */
export const openingHours = z.array(dayHours).default(hours([540, 1020], [600, 1020]));
export const operationHours = z.array(dayHours).default(hours([540, 1140], [600, 960]));

export type DayHours = z.output<typeof dayHours>;
export type HoursLine = { days: string; times: string };

const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A timetable for people: `Monday to Friday`, `9:00 AM to 5:00 PM` (specification section 9). */
export function hoursLines(timetable: readonly DayHours[]): HoursLine[] {
  const days = NAMES.map((name, index) => ({ name, times: timesOf(timetable, index + 1) }));
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
  if (ranges.length === 0) return "Closed";
  return ranges.map((range) => `${clockLabel(range.fromMinute)} to ${clockLabel(range.toMinute)}`).join(", ");
}
