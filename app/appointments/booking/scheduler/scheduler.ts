import type { ChangeRule } from "#app/appointments/booking/change-rule.ts";
import { closedWeekdays, type DayCell } from "#app/appointments/booking/scheduler/calendar.ts";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import type { Elsewhere } from "#app/appointments/booking/scheduler/day-pager.ts";
import { type NothingFits, whoIsFree } from "#app/appointments/booking/scheduler/nothing-fits.ts";
import type { Preference, PreferenceChoice } from "#app/appointments/booking/scheduler/preference.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import { type ComingPrice, type Priced, priceForTwo, pricesOn } from "#app/catalogue/quote.ts";
import type { Service, ServiceVenue } from "#app/catalogue/service.ts";
import { dateWords, dayInWords, HOME, localeTime, localMinuteOf, weekdayOf } from "#app/platform/date-time.ts";
import { priceInFull, priceInPounds, priceInProse } from "#app/platform/money-words.ts";

/** A free time of the chosen day, as its radio shows it. `first`: one of the few that are shown at first. */
export type TimeCell = {
  start: string;
  label: string;
  until: string;
  part: "Morning" | "Afternoon" | "Evening";
  first: boolean;
  /** Two therapists are free then. */
  forTwo?: true;
  /** What it costs; null where the price is settled already. */
  price: TimePrice | null;
  /** The only one who is free then, where a preference looks for times of anyone. */
  who?: string | null;
  /** What is paid when booking; missing where nothing is. */
  pay?: PayAtBooking;
};

/** `rows`: what and how much; `lead` and `rest`: what happens to it; `seen`: comes back with the form. */
export type PayAtBooking = ChangeRule & { button: string; rows: [string, string][]; seen: string };

/** `full` is `£58.00`, `short` is `£58`, `pounds` is `58.00`. `differs`: from the price of other times of the day. */
export type TimePrice = { full: string; short: string; pounds: string; differs: boolean };

/** A treatment to choose from: `45, 60 or 90 min`, `from £48`. */
export type ServiceChoice = Pick<Service, "slug" | "title" | "picture"> & {
  lengths: string;
  price: string;
  /** What of the choices it has, too. */
  keeps: { minutes: number | null; therapist: string | null };
};

/** All that the scheduler shows: plain text and addresses. */
export type Scheduler = Omit<SchedulerDays, "day" | "start"> & {
  /** What a signed-in client can use in place of money. `isUsed`: it pays for the times shown. */
  course?: { name: string; isUsed: boolean };
  zone: string;
  /** The viewer's locale, for all dates and times (specification section 9). */
  locale: string;
  /** `price` is `£58.00`, `shortPrice` is `£58`. */
  chosen: Choices & {
    service: string;
    minutes: number;
    serviceTitle: string;
    venue: ServiceVenue;
    venueName: string;
    /** The question whether they have been here before, where a first appointment takes longer. */
    asks: string | null;
    /** What a first appointment is longer by, in words, once they have said that it is one. */
    more: string | null;
    price: string;
    shortPrice: string;
    /** `with Imogen Hartley`, `with whoever is free`. */
    withWhom: string;
    /** Whether it can be for two at the same time, and ` for two` or ` for 3 times` where it is more than one. */
    canBeTwo: boolean;
    forTwo: string;
    /** Whether another time can be booked with it. */
    canBeMore?: boolean;
    /** A change of the price that is near. */
    coming: ComingPrice | null;
  };
  /** The other times that are booked with it, `Tue 24 Nov, 10:30`; and why one of them went. */
  others?: { start: string; day: string; label: string }[];
  othersNote?: string | null;
  services: ServiceChoice[];
  lengths: { minutes: number; label: string; price: string }[];
  therapists: { slug: string; name: string; short: string }[];
  /** The practice's number, beside a day that is full. */
  phone: { href: string; label: string };
  /** Where to wait for a time; `title` where nothing is free that day, `words` what the practice says of the chances. */
  wait?: { href: string; title: string | null; words: string } | null;
};

/** The part that depends on free times. `day`: the chosen local date; `start`: the chosen time, if it is free. */
export type SchedulerDays = {
  day: string | null;
  start: string | null;
  /** The chosen time is not free: why another one has to be chosen. */
  goneNote: string | null;
  /** The first day that the strip and the calendar may show; kept in the address so that both stay where they are. */
  from: string;
  days: DayCell[];
  weekdays: string[];
  /** `November 2026`: of the calendar's first day. */
  month: string;
  strip: { earlier: Elsewhere; later: Elsewhere };
  weeks: { earlier: Elsewhere; later: Elsewhere };
  /** Why days are missing from the strip. */
  offNote: string | null;
  /** What was typed at "Go to a date" and could not be shown. */
  goTo: { typed: string; error: string } | null;
  /** `Today, Tuesday 24 November`, `Tuesday` and `Today 24 Nov`, or null when no day can be chosen. */
  dayTitle: string | null;
  weekday: string | null;
  dayShort: string | null;
  /** The chosen day had no times: which day is shown in its place. */
  movedNote: string | null;
  /** What a screen reader says when other times are shown. */
  spoken: string | null;
  /** It was full: the practice may know of a time all the same. */
  isFull: boolean;
  /** What would suit, to choose from. */
  preferences: { chips: PreferenceChoice[]; hours: PreferenceChoice[] };
  nothing: NothingFits | null;
  times: TimeCell[];
  /** Of the next days, where the chosen one has few times: together six. `isWide`: of the next, to fill a desk's column. */
  further: { day: string; title: string; times: Pick<TimeCell, "start" | "label" | "who">[]; isWide?: true }[];
  /** Why the chosen day has no free times. */
  emptyNote: string | null;
  /** The next day with a free time. */
  nextFree: { day: string; label: string } | null;
};

/** `length`: whose price each time has; without one the price is settled already. */
type Written = Pick<Scheduler, "zone" | "locale"> & {
  minutes: number;
  length?: Priced;
  preference: Preference | null;
  names: ReadonlyMap<string, string>;
  forTwo?: ForTwo | null;
  /** What the other times cost that are booked with it. */
  othersPence?: number;
};

/** Two at the same time. `firstId`: who was chosen for one of them. */
export type ForTwo = { firstId: string | null };

export function timeCells(
  day: FreeDay,
  { zone, locale, minutes, length, preference, names, forTwo = null, othersPence = 0 }: Written,
): TimeCell[] {
  const { date } = day;
  const pences = length ? day.slots.map(({ therapists }) => lowestOn(length, { therapists, date, forTwo })) : [];
  const differs = new Set(pences).size > 1;
  const priced = new Map([...new Set(pences)].map((pence) => [pence, priceCell(pence, { differs, othersPence })]));
  const cells = day.slots.map((slot, index) => {
    const { start } = slot;
    const minute = localMinuteOf(start, zone);
    return {
      price: priced.get(pences[index] ?? Number.NaN) ?? null,
      ...(slot.therapists.length > 1 && { forTwo: true as const }),
      ...(preference && slot.therapists.length === 1 && { who: whoIsFree(slot, names) }),
      start: new Date(start).toISOString(),
      label: localeTime(start, zone, locale),
      until: localeTime(start + minutes * 60_000, zone, locale),
      part: minute < 720 ? ("Morning" as const) : minute < 1020 ? ("Afternoon" as const) : ("Evening" as const),
    };
  });
  const firstPlaces = spreadTimes(cells);
  return cells.map((cell, place) => ({ ...cell, first: firstPlaces.has(place) }));
}

type Giving = { therapists: readonly string[]; date: string; forTwo: ForTwo | null };

function lowestOn(length: Priced, { therapists, date, forTwo }: Giving): number {
  if (forTwo) return priceForTwo(length, { therapistIds: therapists, date, ...forTwo });
  return pricesOn(length, { therapistIds: therapists, date }).lowest;
}

type PriceCell = { differs: boolean; othersPence: number };

/** A cell compares its own price; the button and what is sent have all that is booked. */
function priceCell(pence: number, { differs, othersPence }: PriceCell): TimePrice {
  const all = pence + othersPence;
  return { full: priceInFull(all), short: priceInProse(pence), pounds: priceInPounds(all), differs };
}

/** `days`: the weeks around it. A weekday that is closed in all of them is said to be closed every week. */
export function emptyNote({ state, date, closure }: FreeDay, days: readonly FreeDay[], locale: string): string {
  if (state === "closed" && closure) {
    const note = closure.note ? ` ${closure.note}` : "";
    return `Closed on ${dayInWords(date, { locale })}.${note}`;
  }
  if (state === "closed") {
    const isWeekly = closedWeekdays(days).has(weekdayOf(date));
    const when = isWeekly ? `${dateWords(date, HOME, { weekday: "long" })}s` : dayInWords(date, { locale });
    return `No appointments on ${when}.`;
  }
  if (state === "outside") return "Bookings for that day are not open yet.";
  return state === "over" ? "Today is over." : "No times left that day.";
}

const MOST = 8;

/**
 * Which of a day's times are shown at first, by their place: at most eight, shared among the parts of the day and even
 * in each. Few enough times are all shown.
 */
export function spreadTimes(times: readonly { part: string }[]): Set<number> {
  if (times.length <= MOST) return new Set(times.keys());
  const places = [...Map.groupBy(times.keys(), (place) => times[place]?.part).values()];
  const quotas = quotasOf(places.map((part) => part.length));
  return new Set(
    places.flatMap((part, nth) => {
      const quota = quotas[nth] ?? 0;
      return Array.from({ length: quota }, (_, step) => part[Math.floor((step * part.length) / quota)] ?? 0);
    }),
  );
}

/** One after the other in turn, until all eight are given. */
function quotasOf(sizes: readonly number[]): number[] {
  const quotas = sizes.map(() => 0);
  for (let given = 0; given < MOST; ) {
    for (const [nth, size] of sizes.entries()) {
      const quota = quotas[nth] ?? 0;
      if (given === MOST || quota === size) continue;
      quotas[nth] = quota + 1;
      given += 1;
    }
  }
  return quotas;
}
