import type { FreeDay } from "#app/availability/free-starts.ts";
import { instantOf, localDateOf, localeTime, localMinuteOf, weekdayOf } from "#app/platform/date-time.ts";

/** The times that would suit someone: in the morning, from an hour of the day on, or on a Saturday. */
export type Preference = "morning" | "saturday" | `after-${number}`;

const NOON = 720;
const SATURDAY = 6;
const HOURS = [15, 16, 17, 18];

/** What an address names; anything else is no preference. */
export function preferenceFrom(text: string | null): Preference | null {
  if (text === "morning" || text === "saturday") return text;
  const hour = Number(/^after-(\d{1,2})$/.exec(text ?? "")?.[1] ?? Number.NaN);
  return hour < 24 ? `after-${hour}` : null;
}

export function hourOf(preference: Preference): number | null {
  return preference.startsWith("after-") ? Number(preference.slice(6)) : null;
}

/** The same days with the times that fit. One without any counts as open, and has none: it is not full. */
export function daysThatFit(days: readonly FreeDay[], preference: Preference, zone: string): FreeDay[] {
  return days.map((day) => {
    if (preference === "saturday" && day.state === "full" && weekdayOf(day.date) !== SATURDAY)
      return { ...day, state: "open" };
    return day.slots.length === 0
      ? day
      : { ...day, slots: day.slots.filter(({ start }) => isPreferred(start, preference, zone)) };
  });
}

export function isPreferred(start: number, preference: Preference, zone: string): boolean {
  if (preference === "saturday") return weekdayOf(localDateOf(start, zone)) === SATURDAY;
  const minute = localMinuteOf(start, zone);
  return preference === "morning" ? minute < NOON : minute >= (hourOf(preference) ?? 0) * 60;
}

type Clock = { zone: string; locale: string; today: string };

/** `after 15:00`, as it stands in a sentence. */
export function preferenceInWords(preference: Preference, clock: Clock): string {
  if (preference === "morning") return "in the morning";
  return preference === "saturday" ? "on a Saturday" : `after ${hourInWords(hourOf(preference) ?? 0, clock)}`;
}

function hourInWords(hour: number, { zone, locale, today }: Clock): string {
  return localeTime(instantOf(today, hour * 60, zone), zone, locale);
}

/** A preference as a link; `hours` follow the one that names an hour, once it is chosen. */
export type PreferenceChoice = { preference: Preference | null; label: string };

export function preferenceChoices(
  chosen: Preference | null,
  clock: Clock,
): { chips: PreferenceChoice[]; hours: PreferenceChoice[] } {
  const hour = chosen && hourOf(chosen);
  const after = (each: number): PreferenceChoice => ({ preference: `after-${each}`, label: hourInWords(each, clock) });
  const hourly = after(hour ?? HOURS[0] ?? 0);
  const hours = hour === null ? [] : [...new Set([...HOURS, hour])].toSorted((one, other) => one - other);
  return {
    chips: [
      { preference: null, label: "Any time" },
      { preference: "morning", label: "Morning" },
      { ...hourly, label: `After ${hourly.label}` },
      { preference: "saturday", label: "Saturday" },
    ],
    hours: hours.map(after),
  };
}
