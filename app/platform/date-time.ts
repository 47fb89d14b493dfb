// Why not Temporal: decisions/0003.
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
// Outside callers can ask for any date, so what is remembered has a limit: eleven years of days.
const MOST_DAYS = 4000;

/** The local date `days` later (earlier if negative). */
export function addDays(date: string, days: number): string {
  return dateOf(midnightUtc(date) + days * DAY_MS);
}

/** How many days `to` is after `from`, both local dates; negative if it is before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnightUtc(to) - midnightUtc(from)) / DAY_MS);
}

export function weekdayOf(date: string): number {
  return new Date(midnightUtc(date)).getUTCDay() || 7;
}

/** The first instant of a local date, in epoch ms. */
export function startOfDay(date: string, zone: string): number {
  return instantOf(date, 0, zone);
}

/** The local date of an instant in the zone. */
export function localDateOf(ms: number, zone: string): string {
  return dateOf(ms + offsetAt(ms, zone));
}

/** Minutes since 00:00 on the local clock at an instant: 0 to 1439. */
export function localMinuteOf(ms: number, zone: string): number {
  const wall = ms + offsetAt(ms, zone);
  return Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** The local clock time at an instant, as 'HH:MM'. */
export function localTimeOf(ms: number, zone: string): string {
  return new Date(ms + offsetAt(ms, zone)).toISOString().slice(11, 16);
}

/**
 * The instant of a wall time: a local date and minutes since its midnight (1440 is the next midnight). Temporal's
 * 'compatible' rule: a time that occurs twice is the first of the two; a skipped time moves forward by the length of
 * the gap.
 */
export function instantOf(date: string, minute: number, zone: string): number {
  const wall = midnightUtc(date) + minute * MINUTE_MS;
  const before = offsetAt(wall - DAY_MS, zone);
  if (offsetAt(wall - before, zone) === before) return wall - before;
  const after = offsetAt(wall + DAY_MS, zone);
  return offsetAt(wall - after, zone) === after ? wall - after : wall - before;
}

/** The instants at which local clocks show this wall time, earliest first: none when they skip it, two when it repeats. */
export function instantsOf(date: string, minute: number, zone: string): number[] {
  const wall = midnightUtc(date) + minute * MINUTE_MS;
  const offsets = new Set([offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(instant, zone) === wall)
    .sort((one, other) => one - other);
}

/** The offsets from UTC that hold from `start` to `end`, in ms: each until an instant, the last for ever. */
export function offsetsWithin(
  { start, end }: { start: number; end: number },
  zone: string,
): { until: number; offset: number }[] {
  const known = zones.get(zone) ?? openZone(zone);
  const offsets: { until: number; offset: number }[] = [];
  for (let index = Math.floor(start / DAY_MS); index <= Math.floor(end / DAY_MS); index++) {
    const { first, changeAt, then } = known.days.get(index) ?? openDay(known, index);
    if (first !== then) offsets.push({ until: changeAt, offset: first });
  }
  return [...offsets, { until: Number.POSITIVE_INFINITY, offset: offsetAt(end, zone) }];
}

const midnights = new Map<string, number>();
const dates = new Map<number, string>();

/** Parsing costs a microsecond, and a page asks a thousand times for the same weeks. */
function midnightUtc(date: string): number {
  const known = midnights.get(date);
  if (known !== undefined) return known;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (midnights.size >= MOST_DAYS) midnights.clear();
  midnights.set(date, midnight);
  return midnight;
}

function dateOf(wall: number): string {
  const index = Math.floor(wall / DAY_MS);
  const known = dates.get(index);
  if (known !== undefined) return known;
  const date = new Date(wall).toISOString().slice(0, 10);
  if (dates.size >= MOST_DAYS) dates.clear();
  dates.set(index, date);
  return date;
}

/** A UTC day's offset in ms: `first` until the instant `changeAt`, `then` from there on. */
type DayOffsets = { first: number; changeAt: number; then: number };
type ZoneOffsets = { format: Intl.DateTimeFormat; days: Map<number, DayOffsets> };

const zones = new Map<string, ZoneOffsets>();
/** Intl costs microseconds, and is asked a few times a day at most; the rest is a map look-up. */
function offsetAt(ms: number, zone: string): number {
  const known = zones.get(zone) ?? openZone(zone);
  const index = Math.floor(ms / DAY_MS);
  const day = known.days.get(index) ?? openDay(known, index);
  return ms < day.changeAt ? day.first : day.then;
}

function openZone(zone: string): ZoneOffsets {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const opened = { format, days: new Map<number, DayOffsets>() };
  zones.set(zone, opened);
  return opened;
}

function openDay({ format, days }: ZoneOffsets, index: number): DayOffsets {
  let low = index * DAY_MS;
  let high = low + DAY_MS;
  const first = readOffset(format, low);
  const then = readOffset(format, high);
  // No zone changes its clocks twice in a day: bisect to the second of the change.
  while (first !== then && high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (readOffset(format, middle) === first) low = middle;
    else high = middle;
  }
  const day = { first, changeAt: high, then };
  if (days.size >= MOST_DAYS) days.clear();
  days.set(index, day);
  return day;
}

function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const part of format.formatToParts(ms)) fields[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
}

/** Whether this is the name of a time zone, such as Europe/London. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

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
  return dateWords(date, HOME, parts);
}

/** In the practice's zone: `Tuesday 24 November 2026 at 10:30`. */
export function timeInWords(instant: number, zone: string): string {
  return `${dateInWords(localDateOf(instant, zone))} at ${localeTime(instant, zone, HOME)}`;
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
