import { type Interval, subtract } from "#app/availability/interval.ts";
import { closedRanges, type DayException, type Hours, openRanges } from "#app/availability/opening-hours.ts";
import { addDays, weekdayOf } from "#app/platform/date-time.ts";

export type DemoTherapist = Hours & { slug: string };

/** A closure that the practice of the demo entered. `therapist` null: everybody. */
export type DemoClosure = {
  therapist: string | null;
  firstDay: string;
  lastDay: string;
  reason: string;
  publicNote: string | null;
};

const TRAINING = "First aid refresher for the whole team";
const HOLIDAY = "Annual leave, in Lisbon";

/** The practice closed for a Wednesday three weeks ago, and the last therapist is away the week after next. */
export function closuresOf(today: string, therapists: readonly DemoTherapist[]): DemoClosure[] {
  const monday = addDays(today, 1 - weekdayOf(today));
  const training = addDays(monday, 2 - 21);
  const note = "Closed for staff training.";
  const closures = [{ therapist: null, firstDay: training, lastDay: training, reason: TRAINING, publicNote: note }];
  const away = therapists.at(-1)?.slug;
  if (!away) return closures;
  const holiday = { firstDay: addDays(monday, 14), lastDay: addDays(monday, 19), reason: HOLIDAY, publicNote: null };
  return [...closures, { therapist: away, ...holiday }];
}

export function withClosures(therapists: readonly DemoTherapist[], closures: readonly DemoClosure[]): DemoTherapist[] {
  return therapists.map(({ slug, weekly, exceptions }) => {
    const own = closures.filter(({ therapist }) => therapist === null || therapist === slug);
    const closed = own.map(
      ({ firstDay, lastDay, publicNote }): DayException => ({
        kind: "closure",
        firstDay,
        lastDay,
        publicNote,
        fromMinute: null,
        toMinute: null,
      }),
    );
    return { slug, weekly, exceptions: [...exceptions, ...closed] };
  });
}

/** When a therapist works on a local day, in minutes since its midnight. */
export function workedOn(therapist: DemoTherapist, day: string): Interval[] {
  const closed = closedRanges(therapist, day).map(({ fromMinute, toMinute }) => ({ start: fromMinute, end: toMinute }));
  return openRanges(therapist, day).flatMap(({ fromMinute, toMinute }) =>
    subtract({ start: fromMinute, end: toMinute }, closed),
  );
}
