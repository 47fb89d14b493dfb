import type { FreeDay } from "#app/availability/free-starts.ts";
import { dateWords, dayInWords, HOME } from "#app/platform/date-words.ts";
import { weekdayOf } from "#app/platform/zoned-time.ts";

/** A day of the calendar; the days of the strip are some of its open ones. */
export type DayCell = {
  date: string;
  number: string;
  /** Where its row begins, 1 for Monday: of the first day and of the first of a month. */
  column: number | null;
  /** The month that begins with it, but for the calendar's first. */
  month: string | null;
  open: { weekday: string; title: string; free: number; inStrip: boolean } | null;
};

/** `strip`: the dates of the days that a phone shows. */
export function dayCells(days: readonly FreeDay[], strip: readonly string[], locale: string): DayCell[] {
  return days.map(({ date, state, slots }, place) => {
    const beginsMonth = date.endsWith("-01");
    return {
      date,
      number: dateWords(date, locale, { day: "numeric" }),
      column: place === 0 || beginsMonth ? weekdayOf(date) : null,
      month: place > 0 && beginsMonth ? dateWords(date, locale, { month: "long" }) : null,
      open:
        state === "open"
          ? {
              weekday: dateWords(date, locale, { weekday: "short" }),
              title: dayInWords(date, { locale }),
              free: slots.length,
              inStrip: strip.includes(date),
            }
          : null,
    };
  });
}

/** The weekdays that nobody works in any of these weeks: of alternate weeks, one has hours. */
export function closedWeekdays(weeks: readonly FreeDay[]): Set<number> {
  const isClosed = ({ state, closure }: FreeDay) => state === "closed" && closure === null;
  const worked = new Set(weeks.filter((day) => !isClosed(day)).map(({ date }) => weekdayOf(date)));
  return new Set([1, 2, 3, 4, 5, 6, 7].filter((weekday) => !worked.has(weekday)));
}

/**
 * Why days can't be chosen, in sentences: `Friday 27 is full. No appointments on Sundays.` Null when all can be. `weeks`:
 * those around them.
 */
export function offNote(days: readonly FreeDay[], weeks: readonly FreeDay[] = days): string | null {
  const inState = (state: FreeDay["state"]) => days.filter((day) => day.state === state);
  const dayNames = (some: readonly FreeDay[]) =>
    inWords(some.map(({ date }) => dateWords(date, HOME, { weekday: "long", day: "numeric" })));
  const full = inState("full");
  const always = closedWeekdays(weeks);
  const unworked = inState("closed").filter(({ closure }) => closure === null);
  const weekly = unworked.filter(({ date }) => always.has(weekdayOf(date)));
  const thisTime = unworked.filter(({ date }) => !always.has(weekdayOf(date)));
  const closures = Map.groupBy(
    inState("closed").filter(({ closure }) => closure !== null),
    ({ closure }) => closure?.note ?? "",
  );
  const sentences = [
    inState("over").length > 0 && "Today is over.",
    full.length > 0 && `${dayNames(full)} ${full.length === 1 ? "is" : "are"} full.`,
    ...[...closures].map(([note, closed]) => `Closed on ${dayNames(closed)}. ${note}`.trim()),
    thisTime.length > 0 && `No appointments on ${dayNames(thisTime)}.`,
    weekly.length > 0 && `No appointments on ${inWords(weekdaysOf(weekly))}.`,
  ];
  return sentences.filter(Boolean).join(" ") || null;
}

function weekdaysOf(days: readonly FreeDay[]): string[] {
  const byWeekday = days.toSorted((one, other) => weekdayOf(one.date) - weekdayOf(other.date));
  return [...new Set(byWeekday.map(({ date }) => `${dateWords(date, HOME, { weekday: "long" })}s`))];
}

function inWords(names: readonly string[]): string {
  return names.join(", ").replace(/, ([^,]*)$/, " and $1");
}
