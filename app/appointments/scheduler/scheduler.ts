import type { Choices } from "#app/appointments/scheduler/choices.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import { clockLabel } from "#app/platform/clock-label.ts";
import { dateFormat } from "#app/platform/date-format.ts";
import { localMinuteOf } from "#app/platform/zoned-time.ts";

export const STRIP_DAYS = 6;

/** A day of the strip, as a radio shows it. */
export type DayCell = {
  date: string;
  weekday: string;
  dayAndMonth: string;
  open: boolean;
  /** `5 times`, `closed`, `full`, `too far ahead`. */
  note: string;
  label: string;
};

/** A free time of the chosen day, as a radio shows it. */
export type TimeCell = { start: string; label: string; part: "Morning" | "Afternoon" | "Evening" };

/** All that the scheduler shows: plain text and addresses, ready for the page. */
export type Scheduler = Omit<SchedulerDays, "day"> & {
  zone: string;
  chosen: Choices & { service: string; minutes: number; serviceTitle: string; price: string };
  services: { slug: string; title: string }[];
  lengths: { minutes: number; label: string; price: string }[];
  therapists: { slug: string; name: string }[];
};

/** The part that hangs on free times. `day`: the chosen one, a local date. */
export type SchedulerDays = {
  day: string | null;
  days: DayCell[];
  earlier: string | null;
  later: string | null;
  /** `Tuesday 24 November`, or null when no day of the strip can be chosen. */
  dayTitle: string | null;
  times: TimeCell[];
  /** Why the chosen day has no times, in a sentence. */
  emptyNote: string | null;
  /** The next free day after an empty one. */
  nextFree: { day: string; label: string } | null;
};

/** A local date in words: `Tuesday 24 November`. */
export function dayInWords(date: string, options: { year?: boolean } = {}): string {
  return wordsOf(date, { weekday: "long", day: "numeric", month: "long", ...(options.year && { year: "numeric" }) });
}

export function dayCell(day: FreeDay): DayCell {
  const note = dayNote(day);
  return {
    date: day.date,
    weekday: wordsOf(day.date, { weekday: "short" }),
    dayAndMonth: wordsOf(day.date, { day: "numeric", month: "short" }),
    open: day.state === "open",
    note,
    label: `${dayInWords(day.date)}, ${day.state === "open" ? `${note} left` : (day.reason ?? note)}`,
  };
}

export function timeCells(day: FreeDay, zone: string): TimeCell[] {
  return day.slots.map((slot) => {
    const minute = localMinuteOf(slot.start, zone);
    return {
      start: new Date(slot.start).toISOString(),
      label: clockLabel(minute),
      part: minute < 720 ? "Morning" : minute < 1020 ? "Afternoon" : "Evening",
    };
  });
}

/** Why a day has no times. `weekdays`: a closed day with no reason of its own is closed every week. */
export function emptyNote(day: FreeDay): string {
  if (day.state === "closed" && day.reason) return `Closed for ${day.reason} on ${dayInWords(day.date)}.`;
  if (day.state === "closed") return `No appointments on ${wordsOf(day.date, { weekday: "long" })}s.`;
  if (day.state === "outside") return "We do not take bookings for that day yet.";
  return "No times left that day.";
}

function dayNote(day: FreeDay): string {
  if (day.state === "open") return day.slots.length === 1 ? "1 time" : `${day.slots.length} times`;
  return day.state === "outside" ? "not yet" : day.state;
}

function wordsOf(date: string, options: Intl.DateTimeFormatOptions): string {
  // A date has no zone: read and written in UTC it stays the same day everywhere.
  const format = dateFormat("en-GB", { timeZone: "UTC", ...options });
  return format.format(Date.parse(`${date}T00:00:00Z`)).replace(",", "");
}
