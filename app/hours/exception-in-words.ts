import type { DayException } from "#app/availability/opening-hours.ts";
import { clockInProse, dateInWords } from "#app/platform/date-time.ts";

type Days = Pick<DayException, "firstDay" | "lastDay" | "fromMinute" | "toMinute">;

/** `Friday 7 May 2027, all day`. */
export function daysInWords({ firstDay, lastDay, fromMinute, toMinute }: Days): string {
  const days = firstDay === lastDay ? dateInWords(firstDay) : `${dateInWords(firstDay)} to ${dateInWords(lastDay)}`;
  if (fromMinute === null && toMinute === null) return `${days}, all day`;
  return `${days}, ${clockInProse(fromMinute ?? 0)} to ${clockInProse(toMinute ?? 1440)}`;
}
