import type { FreeDay } from "#app/availability/free-starts.ts";
import { dateWords, dayInWords, HOME, relativeDay, weekdayOf } from "#app/platform/date-time.ts";

/** A day of the calendar; the days of the strip are some of its open ones. */
export type DayCell = {
  date: string;
  number: string;
  /** Where its row begins, 1 for Monday: of the first day and of the first of a month. */
  column: number | null;
  /** The month that begins with it, but for the calendar's first. */
  month: string | null;
  /**
   * Null when it can't be pressed. A full one, without a free time, leads to the next that has one. `weekday`: `Today`,
   * `Tomorrow` or `Fri`; `ofMonth`: the month where the strip begins and where it changes.
   */
  open: { weekday: string; ofMonth: string | null; title: string; free: number; inStrip: boolean } | null;
};

type StripView = { strip: readonly string[]; today: string; locale: string };

/** `strip`: the dates of the days that a phone shows. */
export function dayCells(days: readonly FreeDay[], { strip, today, locale }: StripView): DayCell[] {
  return days.map(({ date, state, slots }, place) => {
    const beginsMonth = date.endsWith("-01");
    const before = strip[strip.indexOf(date) - 1];
    const isPressed = slots.length > 0 || state === "full";
    return {
      date,
      number: dateWords(date, locale, { day: "numeric" }),
      column: place === 0 || beginsMonth ? weekdayOf(date) : null,
      month: place > 0 && beginsMonth ? dateWords(date, locale, { month: "long" }) : null,
      open: isPressed
        ? {
            weekday: relativeDay(date, today) ?? dateWords(date, locale, { weekday: "short" }),
            ofMonth: before?.slice(0, 7) === date.slice(0, 7) ? null : dateWords(date, locale, { month: "short" }),
            title: titleOf(date, { today, locale }),
            free: slots.length,
            inStrip: strip.includes(date),
          }
        : null,
    };
  });
}

/** `Tomorrow, Friday 27 November`. */
export function titleOf(date: string, { today, locale }: { today: string; locale: string }): string {
  return [relativeDay(date, today), dayInWords(date, { locale })].filter(Boolean).join(", ");
}

/** The weekdays that nobody works in any of these weeks: of alternate weeks, one has hours. */
export function closedWeekdays(weeks: readonly FreeDay[]): Set<number> {
  const isClosed = ({ state, closure }: FreeDay) => state === "closed" && closure === null;
  const worked = new Set(weeks.filter((day) => !isClosed(day)).map(({ date }) => weekdayOf(date)));
  return new Set([1, 2, 3, 4, 5, 6, 7].filter((weekday) => !worked.has(weekday)));
}

/**
 * Why days have no cell, in sentences: `Today is over. No appointments on Sundays.` Null when all have one. `weeks`: those
 * around them.
 */
export function offNote(days: readonly FreeDay[], weeks: readonly FreeDay[] = days): string | null {
  const inState = (state: FreeDay["state"]) => days.filter((day) => day.state === state);
  const dayNames = (some: readonly FreeDay[]) =>
    inWords(some.map(({ date }) => dateWords(date, HOME, { weekday: "long", day: "numeric" })));
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
