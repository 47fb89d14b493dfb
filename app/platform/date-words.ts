import { addDays, localDateOf, weekdayOf } from "#app/platform/zoned-time.ts";

// The locale of texts that are not written for one viewer.
export const HOME = "en-GB";

/** A local date in words: `Tuesday 24 November`. */
export function dayInWords(date: string, { year, locale = HOME }: { year?: boolean; locale?: string } = {}): string {
  return dateWords(date, locale, { weekday: "long", day: "numeric", month: "long", ...(year && { year: "numeric" }) });
}

/** `Today`, `Tomorrow`, or null for any other day. */
export function relativeDay(date: string, today: string): string | null {
  if (date === today) return "Today";
  return date === addDays(today, 1) ? "Tomorrow" : null;
}

// Visitors choose the locale: without a limit they could fill the memory.
const MOST_WRITTEN = 5000;
const written = new Map<string, string>();

export function dateWords(date: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${date} ${locale} ${JSON.stringify(options)}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  // A date has no zone: in UTC throughout, it stays the same day everywhere.
  const text = dateFormat(locale, { timeZone: "UTC", ...options }).format(Date.parse(`${date}T00:00:00Z`));
  const words = locale === HOME ? text.replace(",", "") : text;
  if (written.size >= MOST_WRITTEN) written.clear();
  written.set(key, words);
  return words;
}

/** An instant's day in the practice's zone: `Tue 24 Nov`. `now`: with the year where it is not this one's. */
export function shortDay(instant: number, zone: string, now?: number, locale = HOME): string {
  const date = localDateOf(instant, zone);
  const isOfAnotherYear = now !== undefined && date.slice(0, 4) !== localDateOf(now, zone).slice(0, 4);
  const year = isOfAnotherYear ? ({ year: "numeric" } as const) : {};
  return dateWords(date, locale, { weekday: "short", day: "numeric", month: "short", ...year });
}

/** The same with its time, as the practice's own screens write it: `Tue 24 Nov, 10:30`. */
export function shortMoment(instant: number, zone: string, now?: number): string {
  return momentOf(shortDay(instant, zone, now), localeTime(instant, zone, HOME));
}

/** Minutes since midnight as the specification writes a time: `10:30 AM`. */
export function clockLabel(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  const past = String(minute % 60).padStart(2, "0");
  return `${hour % 12 === 0 ? 12 : hour % 12}:${past} ${hour < 12 ? "AM" : "PM"}`;
}

/** The same in a sentence: `10:30am`, `2pm`, `midday`, `midnight`. */
export function clockInProse(minute: number): string {
  if (minute === 720) return "midday";
  if (minute % 1440 === 0) return "midnight";
  return clockLabel(minute).replace(":00", "").replace(" ", "").toLowerCase();
}

const MOST = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A date format, made once for each locale and options: making one costs as much as hundreds of uses. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const cached = formats.get(key);
  if (cached) return cached;
  // Visitors choose the locale: without a limit they could fill the memory.
  if (formats.size >= MOST) formats.clear();
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}

/** The weeks of a month `YYYY-MM`, Monday first, as local dates, filled up with days of its neighbours. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const end = `${addMonths(month, 1)}-01`;
  const weeks: string[][] = [];
  for (let monday = addDays(first, 1 - weekdayOf(first)); monday < end; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)));
  }
  return weeks;
}

/** The month some months later; earlier if negative. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

export function monthFrom(typed: string | null): string | null {
  return typed && /^20\d\d-(0[1-9]|1[0-2])$/.test(typed) ? typed : null;
}

/** `May 2027`. */
export function monthInWords(month: string): string {
  return dateInWords(`${month}-01`, { month: "long", year: "numeric" });
}

/** A local date in words, `Friday 7 May 2027` unless other parts are given. */
export function dateInWords(
  date: string,
  parts: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long", year: "numeric" },
): string {
  return wordsOf(Date.parse(`${date}T00:00:00Z`), "UTC", parts);
}

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
  return momentOf(shortDay(instant, zone, undefined, locale), localeTime(instant, zone, locale));
}

export function momentOf(shortDay: string | null, time: string): string {
  return `${shortDay}, ${time}`;
}

function wordsOf(instant: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(HOME, { timeZone: zone, ...options })
    .format(instant)
    .replace(",", "");
}
