import { daysThatFit, hourOf, type Wish, wishInWords } from "#app/appointments/booking/scheduler/wish.ts";
import { localeTime, momentOf } from "#app/appointments/time-words.ts";
import type { FreeDay, FreeSlot } from "#app/availability/free-starts.ts";
import { dateWords, dayInWords, relativeDay } from "#app/platform/date-words.ts";
import { addDays, localMinuteOf } from "#app/platform/zoned-time.ts";

const NEAREST = 5;
// As many as the page asks of at once.
const DAYS_A_TIME = 35;

/** A shorter length, and the days that have it. */
export type OtherLength = { minutes: number; price: string; ask: AskDays };

/** No free time fits the wish: why, and what comes near it. */
export type NothingFits = {
  title: string;
  why: string;
  nearest: { day: string; start: string; label: string; who: string | null }[];
  shorter: { minutes: number; words: string; link: string } | null;
};

type AskDays = (from: string, to: string) => Promise<FreeDay[]>;

type Asked = {
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
export async function nothingFits(asked: Asked, wish: Wish): Promise<NothingFits | null> {
  const { zone, locale, today } = asked;
  const open = (await everyDay(asked.ask, asked)).filter(({ slots }) => slots.length > 0);
  if (open.length === 0) return null;
  const isLate = hourOf(wish) !== null;
  const nearest = open.slice(0, NEAREST).flatMap(({ date, slots }) => {
    const slot = slots.at(isLate ? -1 : 0);
    if (!slot) return [];
    const start = new Date(slot.start).toISOString();
    return { day: date, start, label: moment(date, slot, asked), who: whoIsFree(slot, asked.names) };
  });
  return {
    title: wish === "saturday" ? "Nothing on a Saturday" : `Nothing ${wishInWords(wish, { zone, locale, today })}`,
    why: whyNothing(asked, wish, open),
    nearest,
    shorter: await shorterThatFits(asked, wish),
  };
}

function moment(date: string, { start }: FreeSlot, { zone, locale, today }: Asked): string {
  const day = relativeDay(date, today) ?? dateWords(date, locale, { weekday: "short", day: "numeric", month: "short" });
  return momentOf(day, localeTime(start, zone, locale));
}

/** Whom a time may be with, by their short names; null where that is known already. */
export function whoIsFree({ therapists }: FreeSlot, names: ReadonlyMap<string, string>): string | null {
  if (names.size < 2) return null;
  return therapists.length > 2 ? "anyone" : therapists.map((id) => names.get(id)).join(" or ");
}

function whyNothing({ minutes, lastDay, zone, locale }: Asked, wish: Wish, open: readonly FreeDay[]): string {
  if (wish === "saturday") return `No Saturday until ${dayInWords(lastDay, { locale })} has a free time.`;
  const byClock = open
    .flatMap(({ slots }) => slots)
    .toSorted((one, other) => localMinuteOf(one.start, zone) - localMinuteOf(other.start, zone));
  const end = byClock.at(wish === "morning" ? 0 : -1)?.start ?? 0;
  const which = wish === "morning" ? "first" : "last";
  return `The ${which} free ${minutes}-minute appointment of a day starts at ${localeTime(end, zone, locale)}.`;
}

async function shorterThatFits(asked: Asked, wish: Wish): Promise<NothingFits["shorter"]> {
  for (const { minutes, price, ask } of asked.shorter?.() ?? []) {
    const [day] = daysThatFit(await everyDay(ask, asked), wish, asked.zone).filter(({ slots }) => slots.length > 0);
    const [slot] = day?.slots ?? [];
    if (day && slot) {
      return {
        minutes,
        words: `${minutes} min fits: ${moment(day.date, slot, asked)}.`,
        link: `Show ${minutes} min, ${price}`,
      };
    }
  }
  return null;
}

async function everyDay(ask: AskDays, { today, lastDay }: Asked): Promise<FreeDay[]> {
  const days: FreeDay[] = [];
  for (let first = today; first <= lastDay; first = addDays(first, DAYS_A_TIME)) {
    const last = addDays(first, DAYS_A_TIME - 1);
    days.push(...(await ask(first, last < lastDay ? last : lastDay)));
  }
  return days;
}
