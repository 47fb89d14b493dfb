import { clockInProse } from "#app/platform/clock-label.ts";
import { dateFormat } from "#app/platform/date-format.ts";
import { localMinuteOf } from "#app/platform/zoned-time.ts";

/** In the practice's zone: `Tuesday 24 November 2026 at 10:30am`. */
export function timeInWords(instant: number, zone: string): string {
  const day = wordsOf(instant, zone, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return `${day} at ${clockInProse(localMinuteOf(instant, zone))}`;
}

/** In the practice's zone, in the viewer's locale (specification section 9). */
export function localeTimes(instant: number, zone: string, locale: string): { date: string; time: string } {
  return {
    date: dateFormat(locale, { dateStyle: "full", timeZone: zone }).format(instant),
    time: dateFormat(locale, { timeStyle: "short", timeZone: zone }).format(instant),
  };
}

/** The same as one phrase: `Tuesday 24 November 2026 at 15:45`. */
export function localeMoment(instant: number, zone: string, locale: string): string {
  const { date, time } = localeTimes(instant, zone, locale);
  return `${date} at ${time}`;
}

function wordsOf(instant: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat("en-GB", { timeZone: zone, ...options })
    .format(instant)
    .replace(",", "");
}
