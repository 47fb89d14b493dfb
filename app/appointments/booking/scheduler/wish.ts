import { localeTime } from "#app/appointments/time-words.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import { instantOf, localDateOf, localMinuteOf, weekdayOf } from "#app/platform/zoned-time.ts";

/** The times that would suit someone: in the morning, from an hour of the day on, or on a Saturday. */
export type Wish = "morning" | "saturday" | `after-${number}`;

const NOON = 720;
const SATURDAY = 6;
const HOURS = [15, 16, 17, 18];

/** What an address names; anything else is no wish. */
export function wishFrom(text: string | null): Wish | null {
  if (text === "morning" || text === "saturday") return text;
  const hour = Number(/^after-(\d{1,2})$/.exec(text ?? "")?.[1] ?? Number.NaN);
  return hour < 24 ? `after-${hour}` : null;
}

export function hourOf(wish: Wish): number | null {
  return wish.startsWith("after-") ? Number(wish.slice(6)) : null;
}

/** The same days with the times that fit. One without any counts as open, and has none: it is not full. */
export function daysThatFit(days: readonly FreeDay[], wish: Wish, zone: string): FreeDay[] {
  return days.map((day) => {
    if (wish === "saturday" && day.state === "full" && weekdayOf(day.date) !== SATURDAY)
      return { ...day, state: "open" };
    return day.slots.length === 0
      ? day
      : { ...day, slots: day.slots.filter(({ start }) => fitsWish(start, wish, zone)) };
  });
}

export function fitsWish(start: number, wish: Wish, zone: string): boolean {
  if (wish === "saturday") return weekdayOf(localDateOf(start, zone)) === SATURDAY;
  const minute = localMinuteOf(start, zone);
  return wish === "morning" ? minute < NOON : minute >= (hourOf(wish) ?? 0) * 60;
}

type Clock = { zone: string; locale: string; today: string };

/** `after 15:00`, as it stands in a sentence. */
export function wishInWords(wish: Wish, clock: Clock): string {
  if (wish === "morning") return "in the morning";
  return wish === "saturday" ? "on a Saturday" : `after ${hourInWords(hourOf(wish) ?? 0, clock)}`;
}

function hourInWords(hour: number, { zone, locale, today }: Clock): string {
  return localeTime(instantOf(today, hour * 60, zone), zone, locale);
}

/** A wish as a link; `hours` follow the one that names an hour, once it is chosen. */
export type WishChoice = { wish: Wish | null; label: string };

export function wishChoices(chosen: Wish | null, clock: Clock): { wishes: WishChoice[]; hours: WishChoice[] } {
  const hour = chosen && hourOf(chosen);
  const after = (each: number): WishChoice => ({ wish: `after-${each}`, label: hourInWords(each, clock) });
  const shown = after(hour ?? HOURS[0] ?? 0);
  const hours = hour === null ? [] : [...new Set([...HOURS, hour])].toSorted((one, other) => one - other);
  return {
    wishes: [
      { wish: null, label: "Any time" },
      { wish: "morning", label: "Morning" },
      { ...shown, label: `After ${shown.label}` },
      { wish: "saturday", label: "Saturday" },
    ],
    hours: hours.map(after),
  };
}
