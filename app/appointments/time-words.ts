import { dateFormat, dateWords, HOME } from "#app/platform/date-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

/** In the practice's zone: `Tuesday 24 November 2026 at 10:30`. */
export function timeInWords(instant: number, zone: string): string {
  const day = wordsOf(instant, zone, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return `${day} at ${localeTime(instant, zone, HOME)}`;
}

/** In the practice's zone, in the viewer's locale (specification section 9). */
export function localeTimes(instant: number, zone: string, locale: string): { date: string; time: string } {
  return {
    date: dateFormat(locale, { dateStyle: "full", timeZone: zone }).format(instant),
    time: localeTime(instant, zone, locale),
  };
}

export function localeTime(instant: number, zone: string, locale: string): string {
  return dateFormat(locale, { timeStyle: "short", timeZone: zone }).format(instant);
}

/** The one way in which whoever books reads a time, on every page: `Tue 24 Nov, 10:30`. */
export function localeMoment(instant: number, zone: string, locale: string): string {
  const day = dateWords(localDateOf(instant, zone), locale, { weekday: "short", day: "numeric", month: "short" });
  return momentOf(day, localeTime(instant, zone, locale));
}

export function momentOf(shortDay: string | null, time: string): string {
  return `${shortDay}, ${time}`;
}

function wordsOf(instant: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat("en-GB", { timeZone: zone, ...options })
    .format(instant)
    .replace(",", "");
}
