import type { DayException } from "#app/availability/opening-hours.ts";
import { clockInProse, dayInWords } from "#app/platform/date-words.ts";

/** One sentence for each exception: `Closed on Friday 25 December.` */
export function exceptionLines(exceptions: readonly DayException[]): string[] {
  return exceptions.map(
    (exception) => `${exception.kind === "closure" ? "Closed" : "Open"} ${daysOf(exception)}${timesOf(exception)}.`,
  );
}

function daysOf({ firstDay, lastDay }: DayException): string {
  if (firstDay === lastDay) return `on ${dayInWords(firstDay)}`;
  return `from ${dayInWords(firstDay)} to ${dayInWords(lastDay)}`;
}

function timesOf({ fromMinute, toMinute }: DayException): string {
  if (fromMinute === null || toMinute === null) return "";
  return `, ${clockInProse(fromMinute)} to ${clockInProse(toMinute)}`;
}
