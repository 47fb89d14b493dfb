import { localeTimes } from "#app/appointments/time-words.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import type { Choices } from "#app/booking/choices.ts";
import { dateWords, dayInWords, HOME } from "#app/platform/day-in-words.ts";
import { localMinuteOf } from "#app/platform/zoned-time.ts";

export const STRIP_DAYS = 6;

/** A day of the strip, as its radio shows it. */
export type DayCell = {
  date: string;
  weekday: string;
  dayAndMonth: string;
  open: boolean;
  /** `5 times`, `closed`, `full`, `too far ahead`. */
  note: string;
  label: string;
};

/** A free time of the chosen day, as its radio shows it. */
export type TimeCell = { start: string; label: string; part: "Morning" | "Afternoon" | "Evening" };

/** All that the scheduler shows: plain text and addresses. */
export type Scheduler = Omit<SchedulerDays, "day"> & {
  zone: string;
  /** The viewer's locale, for all dates and times (specification section 9). */
  locale: string;
  chosen: Choices & { service: string; minutes: number; serviceTitle: string; price: string };
  services: { slug: string; title: string }[];
  lengths: { minutes: number; label: string; price: string }[];
  therapists: { slug: string; name: string }[];
};

/** The part that depends on free times. `day`: the chosen local date. */
export type SchedulerDays = {
  day: string | null;
  days: DayCell[];
  earlier: string | null;
  later: string | null;
  /** `Tuesday 24 November`, or null when no day of the strip can be chosen. */
  dayTitle: string | null;
  times: TimeCell[];
  /** Why the chosen day has no free times. */
  emptyNote: string | null;
  /** The next day with a free time. */
  nextFree: { day: string; label: string } | null;
};

export function dayCell(day: FreeDay, locale: string): DayCell {
  const note = dayNote(day);
  return {
    date: day.date,
    weekday: dateWords(day.date, locale, { weekday: "short" }),
    dayAndMonth: dateWords(day.date, locale, { day: "numeric", month: "short" }),
    open: day.state === "open",
    note,
    label: `${dayInWords(day.date, { locale })}, ${day.state === "open" ? `${note} left` : withNote(note, day)}`,
  };
}

export function timeCells(day: FreeDay, { zone, locale }: Pick<Scheduler, "zone" | "locale">): TimeCell[] {
  return day.slots.map((slot) => {
    const minute = localMinuteOf(slot.start, zone);
    return {
      start: new Date(slot.start).toISOString(),
      label: localeTimes(slot.start, zone, locale).time,
      part: minute < 720 ? "Morning" : minute < 1020 ? "Afternoon" : "Evening",
    };
  });
}

/** A closed day without a closure is one that is closed every week. */
export function emptyNote(day: FreeDay, locale: string): string {
  if (day.state === "closed" && day.closure) return withNote(`Closed on ${dayInWords(day.date, { locale })}.`, day);
  if (day.state === "closed") return `No appointments on ${dateWords(day.date, HOME, { weekday: "long" })}s.`;
  if (day.state === "outside") return "We do not take bookings for that day yet.";
  return "No times left that day.";
}

function dayNote(day: FreeDay): string {
  if (day.state === "open") return day.slots.length === 1 ? "1 time" : `${day.slots.length} times`;
  return day.state === "outside" ? "not yet" : day.state;
}

function withNote(words: string, { closure }: FreeDay): string {
  return closure?.note ? `${words.replace(/\.$/, "")}. ${closure.note}` : words;
}
