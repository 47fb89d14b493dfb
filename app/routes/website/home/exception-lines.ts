import type { DayException } from "#app/availability/opening-hours.ts";
import { clockInProse, dateWords, dayInWords, HOME } from "#app/platform/date-time.ts";

/**
 * A sentence for each exception, and one for all days that are closed from morning to night: `Closed on Friday 25 and
 * Monday 28 December, and Friday 1 January.`
 */
export function exceptionLines(exceptions: readonly DayException[]): string[] {
  const closed = exceptions.filter(isClosedDay);
  return exceptions.flatMap((exception) => {
    if (!isClosedDay(exception)) return `${sentenceOf(exception)}.`;
    return exception === closed[0] ? `Closed on ${daysInWords(closed.map(({ firstDay }) => firstDay))}.` : [];
  });
}

function isClosedDay({ kind, firstDay, lastDay, fromMinute }: DayException): boolean {
  return kind === "closure" && firstDay === lastDay && fromMinute === null;
}

/** Each month is named once. */
function daysInWords(days: readonly string[]): string {
  const months = [...Map.groupBy(days, (day) => day.slice(0, 7)).values()].map((some) =>
    listOf(
      some.map((day, nth) =>
        nth === some.length - 1 ? dayInWords(day) : dateWords(day, HOME, { weekday: "long", day: "numeric" }),
      ),
    ),
  );
  return days.length > months.length ? months.join(", and ") : listOf(months);
}

function listOf(words: readonly string[]): string {
  return words.join(", ").replace(/, ([^,]*)$/, " and $1");
}

function sentenceOf(exception: DayException): string {
  return `${exception.kind === "closure" ? "Closed" : "Open"} ${daysOf(exception)}${timesOf(exception)}`;
}

function daysOf({ firstDay, lastDay }: DayException): string {
  if (firstDay === lastDay) return `on ${dayInWords(firstDay)}`;
  return `from ${dayInWords(firstDay)} to ${dayInWords(lastDay)}`;
}

function timesOf({ fromMinute, toMinute }: DayException): string {
  if (fromMinute === null || toMinute === null) return "";
  return `, ${clockInProse(fromMinute)} to ${clockInProse(toMinute)}`;
}
