import {
  daysThatFit,
  hourOf,
  type Preference,
  preferenceInWords,
} from "#app/appointments/booking/scheduler/preference.ts";
import type { FreeDay, FreeSlot } from "#app/availability/free-starts.ts";
import {
  addDays,
  dateWords,
  dayInWords,
  localeTime,
  localMinuteOf,
  momentOf,
  relativeDay,
} from "#app/platform/date-time.ts";

const NEAREST = 5;
// As many as the page asks of at once.
const DAYS_A_TIME = 35;

/** A shorter length, and the days that have it. */
export type OtherLength = { minutes: number; price: string; ask: AskDays };

/** No free time fits the preference: why, and what comes near it. */
export type NothingFits = {
  title: string;
  why: string;
  nearest: { day: string; start: string; label: string; who: string | null }[];
  shorter: { minutes: number; words: string; link: string } | null;
};

type AskDays = (from: string, to: string) => Promise<FreeDay[]>;

type NearSearch = {
  ask: AskDays;
  today: string;
  lastDay: string;
  zone: string;
  locale: string;
  minutes: number;
  names: ReadonlyMap<string, string>;
  shorter?: () => readonly OtherLength[];
};

/** Null when nothing is free at all. */
export async function nothingFits(search: NearSearch, preference: Preference): Promise<NothingFits | null> {
  const { zone, locale, today } = search;
  const open = (await everyDay(search.ask, search)).filter(({ slots }) => slots.length > 0);
  if (open.length === 0) return null;
  const isLate = hourOf(preference) !== null;
  const nearest = open.slice(0, NEAREST).flatMap(({ date, slots }) => {
    const slot = slots.at(isLate ? -1 : 0);
    if (!slot) return [];
    const start = new Date(slot.start).toISOString();
    return { day: date, start, label: moment(date, slot, search), who: whoIsFree(slot, search.names) };
  });
  return {
    title:
      preference === "saturday"
        ? "Nothing on a Saturday"
        : `Nothing ${preferenceInWords(preference, { zone, locale, today })}`,
    why: whyNothing(search, preference, open),
    nearest,
    shorter: await shorterThatFits(search, preference),
  };
}

function moment(date: string, { start }: FreeSlot, { zone, locale, today }: NearSearch): string {
  const day = relativeDay(date, today) ?? dateWords(date, locale, { weekday: "short", day: "numeric", month: "short" });
  return momentOf(day, localeTime(start, zone, locale));
}

/** Whom a time may be with, by their short names; null where that is known already. */
export function whoIsFree({ therapists }: FreeSlot, names: ReadonlyMap<string, string>): string | null {
  if (names.size < 2) return null;
  return therapists.length > 2 ? "anyone" : therapists.map((id) => names.get(id)).join(" or ");
}

function whyNothing(
  { minutes, lastDay, zone, locale }: NearSearch,
  preference: Preference,
  open: readonly FreeDay[],
): string {
  if (preference === "saturday") return `No Saturday until ${dayInWords(lastDay, { locale })} has a free time.`;
  const byClock = open
    .flatMap(({ slots }) => slots)
    .toSorted((one, other) => localMinuteOf(one.start, zone) - localMinuteOf(other.start, zone));
  const end = byClock.at(preference === "morning" ? 0 : -1)?.start ?? 0;
  const which = preference === "morning" ? "first" : "last";
  return `The ${which} free ${minutes}-minute appointment of a day starts at ${localeTime(end, zone, locale)}.`;
}

async function shorterThatFits(search: NearSearch, preference: Preference): Promise<NothingFits["shorter"]> {
  for (const { minutes, price, ask } of search.shorter?.() ?? []) {
    const [day] = daysThatFit(await everyDay(ask, search), preference, search.zone).filter(
      ({ slots }) => slots.length > 0,
    );
    const [slot] = day?.slots ?? [];
    if (day && slot) {
      return {
        minutes,
        words: `${minutes} min fits: ${moment(day.date, slot, search)}.`,
        link: `Show ${minutes} min, ${price}`,
      };
    }
  }
  return null;
}

async function everyDay(ask: AskDays, { today, lastDay }: NearSearch): Promise<FreeDay[]> {
  const days: FreeDay[] = [];
  for (let first = today; first <= lastDay; first = addDays(first, DAYS_A_TIME)) {
    const last = addDays(first, DAYS_A_TIME - 1);
    days.push(...(await ask(first, last < lastDay ? last : lastDay)));
  }
  return days;
}
