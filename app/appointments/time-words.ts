import { clockInProse } from "#app/platform/clock-label.ts";
import { dateFormat } from "#app/platform/date-format.ts";
import { localMinuteOf } from "#app/platform/zoned-time.ts";

/** An instant in a line of facts, in the practice's zone: `Tue 24 Nov, 10:30am`. */
export function shortTimeInWords(instant: number, zone: string): string {
  const day = wordsOf(instant, zone, { weekday: "short", day: "numeric", month: "short" });
  return `${day}, ${clockInProse(localMinuteOf(instant, zone))}`;
}

/** An instant in a sentence, in the practice's zone: `Tuesday 24 November 2026 at 10:30am`. */
export function timeInWords(instant: number, zone: string): string {
  const day = wordsOf(instant, zone, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return `${day} at ${clockInProse(localMinuteOf(instant, zone))}`;
}

/** The date and the time in a viewer's own locale, of the practice's zone (specification section 9). */
export function localeTimes(instant: number, zone: string, locale: string): { date: string; time: string } {
  return {
    date: dateFormat(locale, { dateStyle: "full", timeZone: zone }).format(instant),
    time: dateFormat(locale, { timeStyle: "short", timeZone: zone }).format(instant),
  };
}

function wordsOf(instant: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat("en-GB", { timeZone: zone, ...options })
    .format(instant)
    .replace(",", "");
}
