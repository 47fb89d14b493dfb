import type { FreeDay } from "#app/availability/free-starts.ts";
import { dateWords, dayInWords, HOME } from "#app/platform/day-in-words.ts";
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

/** Why days can't be chosen, in sentences: `Friday 27 is full. No appointments on Sundays.` Null when all can be. */
export function offNote(days: readonly FreeDay[]): string | null {
  const inState = (state: FreeDay["state"]) => days.filter((day) => day.state === state);
  const dayNames = (some: readonly FreeDay[]) =>
    inWords(some.map(({ date }) => dateWords(date, HOME, { weekday: "long", day: "numeric" })));
  const full = inState("full");
  const weekly = inState("closed").filter(({ closure }) => closure === null);
  const closures = Map.groupBy(
    inState("closed").filter(({ closure }) => closure !== null),
    ({ closure }) => closure?.note ?? "",
  );
  const sentences = [
    inState("over").length > 0 && "Today is over.",
    full.length > 0 && `${dayNames(full)} ${full.length === 1 ? "is" : "are"} full.`,
    ...[...closures].map(([note, closed]) => `Closed on ${dayNames(closed)}. ${note}`.trim()),
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
