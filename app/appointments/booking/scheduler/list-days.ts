import { dayCells, offNote, titleOf } from "#app/appointments/booking/scheduler/calendar.ts";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import { stripOf } from "#app/appointments/booking/scheduler/day-pager.ts";
import { type NothingFits, nothingFits, type OtherLength } from "#app/appointments/booking/scheduler/nothing-fits.ts";
import {
  daysThatFit,
  isPreferred,
  type Preference,
  preferenceChoices,
  preferenceInWords,
} from "#app/appointments/booking/scheduler/preference.ts";
import {
  emptyNote,
  type ForTwo,
  type SchedulerDays,
  timeCells,
} from "#app/appointments/booking/scheduler/scheduler.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import type { Priced } from "#app/catalogue/quote.ts";
import {
  addDays,
  dateWords,
  dayInWords,
  localDateOf,
  localeTime,
  relativeDay,
  weekdayOf,
} from "#app/platform/date-time.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";

const WEEKS = 5;
const MONTH = { month: "long", year: "numeric" } as const;
const DAY_AND_MONTH = { day: "numeric", month: "short" } as const;
const SHORT = { weekday: "short", day: "numeric", month: "short" } as const;

/** `ask` returns the days between two inclusive local dates. `minutes`: the chosen length. */
export type Search = {
  ask: (from: string, to: string) => Promise<FreeDay[]>;
  today: string;
  lastDay: string;
  zone: string;
  locale: string;
  minutes: number;
  length?: Priced;
  /** The therapist who was chosen; null: anyone. */
  withWhom: { name: string; short: string } | null;
  /** Their short names by id, where any of them may be booked. */
  names: ReadonlyMap<string, string>;
  forTwo?: ForTwo | null;
  othersPence?: number;
  /** Shorter lengths of the same, the longest first. */
  shorter?: () => readonly OtherLength[];
  /** People can wait for a time, so that a full day can be chosen (decisions/0650). */
  waits?: boolean;
};

/** The times that are asked of the search, if not all. */
type PreferringSearch = Search & { preference: Preference | null };

/**
 * The days of the calendar and of the strip, the times of the chosen one, and where other days are: those that fit the
 * preference. When none does, all of them, and why.
 */
export async function listDays(search: Search, choices: Choices): Promise<SchedulerDays> {
  const { preference } = choices;
  const preferences = preferenceChoices(preference, search);
  const all = { ...search, preference: null };
  if (preference === null) return { ...(await daysOf(all, choices)), preferences, nothing: null };
  const ask = async (from: string, to: string) => daysThatFit(await search.ask(from, to), preference, search.zone);
  const days = await daysOf({ ...search, preference, ask }, choices);
  if (days.times.length > 0) return { ...days, preferences, nothing: null };
  const nothing: NothingFits | null = await nothingFits(search, preference);
  return { ...(await daysOf(all, choices)), preferences, nothing };
}

type PlainDays = Omit<SchedulerDays, "preferences" | "nothing">;

async function daysOf(search: PreferringSearch, choices: Choices): Promise<PlainDays> {
  const { locale, today, lastDay } = search;
  const goTo = readGoTo(choices.date, search);
  const chosenDay = goTo?.day ?? choices.day;
  const first = await readWeeks(search, { day: chosenDay, from: goTo?.day ? null : choices.from });
  const moved = await moveDay(search, first, chosenDay);
  const isInWeeks = !moved || first.days.some(({ date }) => date === moved.day);
  const { allDays, days, ...read } = isInWeeks ? first : await readWeeks(search, { day: moved.day, from: null });
  // The calendar begins with a Monday, the strip with `from`: neither leaves out the day that is marked.
  const from = earliest(read.from, moved?.day ?? read.from);
  const ahead = days.filter(({ date }) => date >= from);
  const open = ahead.filter(isOpen).map(({ date }) => date);
  const cells = ahead.filter((day) => isOpen(day) || day.state === "full").map(({ date }) => date);
  const target = moved?.day ?? chosenDay;
  const current = days.some(({ date }) => date === target) ? target : open[0];
  const day = days.find(({ date }) => date === current) ?? null;
  const after = addDays(days.at(-1)?.date ?? from, 1);
  const window = { from, today, after: after <= lastDay ? after : null };
  const strip = stripOf({ cells, open }, day?.date ?? from, window);
  const between = allDays.filter(({ date }) => date >= strip.since && date <= (strip.dates.at(-1) ?? date));
  const nextFree = day && !isOpen(day) ? await firstOpen(search, day.date) : null;
  const words = (date: string, parts: Intl.DateTimeFormatOptions) => dateWords(date, locale, parts);
  const calendarFrom = days[0]?.date ?? from;
  const times = day ? timeCells(day, search) : [];
  const start = times.find((time) => time.start === choices.start)?.start ?? null;
  return {
    day: day?.date ?? null,
    start,
    goneNote: choices.start && !start && times.length > 0 ? goneNote(search, choices.start, day?.date) : null,
    from,
    days: dayCells(days, { strip: strip.dates, today, locale }),
    weekdays: days.slice(0, 7).map(({ date }) => words(date, { weekday: "short" })),
    month: words(calendarFrom, MONTH),
    strip: { earlier: strip.earlier, later: strip.later },
    weeks: {
      earlier: from > today && calendarFrom > today ? { from: latest(today, addDays(calendarFrom, -7 * WEEKS)) } : null,
      later: window.after === null ? null : { from: window.after },
    },
    offNote: offNote(
      between.filter((each) => !isWaitedFor(search, each)),
      allDays,
    ),
    goTo: goTo?.error ? { typed: goTo.typed, error: goTo.error } : null,
    dayTitle: day && titleOf(day.date, search),
    weekday: day && words(day.date, { weekday: "long" }),
    dayShort: day && shortDay(day.date, search),
    spoken:
      day &&
      spokenOf(titleOf(day.date, search), { count: times.length, isEmptied: choices.start !== null && start === null }),
    movedNote: moved?.note ?? null,
    isFull: moved?.isFull ?? false,
    times,
    further: day && (isOpen(day) || isWaitedFor(search, day)) ? furtherTimes(day, days, search) : [],
    emptyNote: day && isOpen(day) ? null : whyEmpty(search, day, allDays),
    nextFree: nextFree === null ? null : { day: nextFree, label: dayInWords(nextFree, { locale }) },
  };
}

function spokenOf(title: string, { count, isEmptied }: { count: number; isEmptied: boolean }): string {
  const times = `${title}: ${count} free ${count === 1 ? "time" : "times"}.`;
  return isEmptied ? `${times} Yours is not among them.` : times;
}

function shortDay(date: string, { today, locale }: Search): string {
  const relative = relativeDay(date, today);
  return relative ? `${relative} ${dateWords(date, locale, DAY_AND_MONTH)}` : dateWords(date, locale, SHORT);
}

/** A time of another day went with its day, which needs no words. */
function goneNote(
  { zone, locale, today, withWhom, preference, forTwo }: PreferringSearch,
  start: string,
  day: string | undefined,
): string | null {
  const instant = Date.parse(start);
  if (localDateOf(instant, zone) !== day) return null;
  const time = localeTime(instant, zone, locale);
  if (preference && !isPreferred(instant, preference, zone))
    return `${time} isn’t ${preferenceInWords(preference, { zone, locale, today })}. Choose another time.`;
  if (forTwo) return `${time} isn’t free for two. Choose another time.`;
  if (withWhom) return `${time} isn’t free with ${withWhom.name}. Choose another time.`;
  return "The time you asked for is no longer free.";
}

const ENOUGH = 6;
const ENOUGH_PREFERRED = 5;

/** Times of the next days, so that with those of a day with few there are enough; else four of the next, where it is wide. */
function furtherTimes({ date, slots }: FreeDay, days: readonly FreeDay[], search: PreferringSearch) {
  const further: SchedulerDays["further"] = [];
  const later = days.filter((each) => isOpen(each) && each.date > date);
  let missing = (search.preference ? ENOUGH_PREFERRED : ENOUGH) - slots.length;
  const next = later[0];
  if (missing <= 0) return next ? [{ ...linksTo(next, spread(next.slots), search), isWide: true as const }] : [];
  for (const day of later) {
    if (missing <= 0) break;
    const some = day.slots.slice(0, missing);
    missing -= some.length;
    further.push(linksTo(day, some, search));
  }
  return further;
}

function linksTo(day: FreeDay, slots: FreeDay["slots"], search: PreferringSearch): SchedulerDays["further"][number] {
  const times = timeCells({ ...day, slots }, search);
  return {
    ...{ day: day.date, title: titleOf(day.date, search) },
    times: times.map(({ start, label, who }) => ({ start, label, ...(who && { who }) })),
  };
}

const IN_A_ROW = 4;

/** A row of them, from the first to the last. */
function spread(slots: FreeDay["slots"]): FreeDay["slots"] {
  if (slots.length <= IN_A_ROW) return slots;
  const step = (slots.length - 1) / (IN_A_ROW - 1);
  return [0, step, 2 * step, 3 * step].flatMap((place) => slots[Math.round(place)] ?? []);
}

type Weeks = { from: string; days: readonly FreeDay[]; allDays: readonly FreeDay[] };

/**
 * The nearest day with times, the next one first, when the wanted day has none, or without one none of these weeks has.
 * Null when there is nothing to move, and when no day has times.
 */
async function moveDay(search: PreferringSearch, { from, days, allDays }: Weeks, chosenDay: string | null) {
  const own = days.find(({ date }) => date === chosenDay);
  if (own && isWaitedFor(search, own)) return null;
  if (chosenDay ? own && isOpen(own) : days.some((day) => isOpen(day) && day.date >= from)) return null;
  const after = latest(chosenDay ?? from, days.at(-1)?.date ?? from);
  const next =
    days.find((each) => isOpen(each) && each.date > (chosenDay ?? from))?.date ??
    (await firstOpen(search, addDays(after, 1)));
  const day = next ?? (await firstOpen(search, search.today));
  if (day === null) return null;
  const why = chosenDay ? whyNot(search, { date: chosenDay, day: own, allDays }) : noneLeft(search);
  return { day, note: `${why} ${whereTo(search, day, next !== null)}`.trim(), isFull: own?.state === "full" };
}

/** Somebody who is off has no times left: they had none. */
function noneLeft({ withWhom }: Search): string {
  return withWhom ? `No times with ${withWhom.name} in these days.` : "No times left in these days.";
}

function whyEmpty(search: Search, day: FreeDay | null, allDays: readonly FreeDay[]): string {
  if (!day) return noneLeft(search);
  const isOff = day.state === "closed" && !day.closure;
  return isOff && search.withWhom
    ? `No times with ${search.withWhom.name} that day.`
    : emptyNote(day, allDays, search.locale);
}

function whereTo({ withWhom, preference, ...search }: PreferringSearch, day: string, isNext: boolean): string {
  if (preference === "saturday")
    return `The ${isNext ? "next" : "nearest"} Saturday with times is ${dayInWords(day, search)}.`;
  const when = preference ? ` ${preferenceInWords(preference, search)}` : "";
  if (isNext && withWhom) return `${withWhom.short} is next free${when} on ${dateWords(day, search.locale, SHORT)}.`;
  return `The ${isNext ? "next" : "nearest"} day with times${when} is ${dayInWords(day, search)}.`;
}

type Unfit = { date: string; day: FreeDay | undefined; allDays: readonly FreeDay[] };

function whyNot({ withWhom, preference, ...search }: PreferringSearch, { date, day, allDays }: Unfit): string {
  const { today, lastDay, locale } = search;
  const name = dayInWords(date, { locale });
  if (date < today) return `${name} has passed.`;
  if (date > lastDay) return `Bookings for ${name} are not open yet.`;
  if (day?.state === "closed" && (day.closure || withWhom === null)) return emptyNote(day, allDays, locale);
  if (day?.state === "full" && withWhom === null) return `${name} is full.`;
  if (preference === "saturday" && weekdayOf(date) !== 6) return "";
  const when = preference && preference !== "saturday" ? ` ${preferenceInWords(preference, search)}` : "";
  return `No times${when}${withWhom === null ? "" : ` with ${withWhom.name}`} on ${name}.`;
}

/**
 * Whole weeks from what is asked for, or with it; `days` leaves out those at the beginning that nobody works; full ones stay.
 */
async function readWeeks(search: Search, { day, from }: Pick<Choices, "day" | "from">) {
  const { today, lastDay } = search;
  const isNear = from && (day === null || (from <= day && day < addDays(mondayOf(from), 7 * WEEKS)));
  const monday = day && (day < addDays(mondayOf(today), 14) ? today : mondayOf(day));
  const anchor = isNear ? from : monday;
  const start = earliest(lastDay, latest(today, anchor ?? today));
  const allDays = await askWeeks(search, start);
  const firstFree = allDays.find((each) => isOpen(each) && each.date >= start)?.date;
  const firstCell = allDays.find((each) => (isOpen(each) || each.state === "full") && each.date >= start)?.date;
  const first = firstFree ?? (anchor ? null : await firstOpen(search, addDays(start, 7 * WEEKS)));
  if (!first) return { from: start, allDays, days: allDays };
  if (!firstFree) return { from: start, allDays, days: await askWeeks(search, first) };
  const cell = firstCell ?? first;
  const firstMonday = mondayOf(day && day >= start && day < cell ? day : cell);
  return { from: start, allDays, days: allDays.filter(({ date }) => date >= firstMonday) };
}

function askWeeks({ ask, lastDay }: Search, start: string): Promise<FreeDay[]> {
  const monday = mondayOf(start);
  return ask(monday, earliest(addDays(monday, 7 * WEEKS - 1), addDays(mondayOf(lastDay), 6)));
}

async function firstOpen({ ask, lastDay }: Search, from: string): Promise<string | null> {
  for (let first = from; first <= lastDay; first = addDays(first, 7 * WEEKS)) {
    const days = await ask(first, earliest(lastDay, addDays(first, 7 * WEEKS - 1)));
    const open = days.find(isOpen);
    if (open) return open.date;
  }
  return null;
}

function isOpen(day: FreeDay): boolean {
  return day.slots.length > 0;
}

function isWaitedFor({ waits = false }: Search, { state }: FreeDay): boolean {
  return waits && state === "full";
}

function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}

function latest(one: string, other: string): string {
  return one > other ? one : other;
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * The local date that somebody typed, day first: `14 1 2027`, `14/1/27`, `14 Jan`, `Thursday 14th January`. Without a
 * year it is the next such day. Null when it is no date.
 */
export function dateTyped(typed: string, today: string): string | null {
  if (isLocalDate(typed.trim())) return typed.trim();
  const parts =
    typed
      .toLowerCase()
      .match(/[a-z]+|\d+/g)
      ?.filter((part) => !/^(th|st|nd|rd|of|mon|tue|wed|thu|fri|sat|sun)/.test(part)) ?? [];
  const [first, second, third, ...rest] = parts;
  if (!first || !second || rest.length > 0) return null;
  const inOrder = dateFrom({ day: first, month: second, year: third }, today);
  // Some write the month first.
  return inOrder ?? dateFrom({ day: second, month: first, year: third }, today);
}

type Parts = { day: string; month: string; year: string | undefined };

function dateFrom({ day, month, year }: Parts, today: string): string | null {
  const name = MONTHS.indexOf(month.slice(0, 3)) + 1;
  const monthAndDay = `${twoDigits(String(name || month))}-${twoDigits(day)}`;
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined) return inCalendar(`${year.length === 2 ? `20${year}` : year}-${monthAndDay}`);
  const next = inCalendar(`${thisYear}-${monthAndDay}`);
  return next && next >= today ? next : inCalendar(`${thisYear + 1}-${monthAndDay}`);
}

function twoDigits(part: string): string {
  return part.padStart(2, "0");
}

function inCalendar(date: string): string | null {
  return isLocalDate(date) ? date : null;
}

/** What "Go to a date" leads to: a day, or a sentence on why not. Null when nothing was typed. */
function readGoTo(
  typed: string | null,
  { today, lastDay, locale }: { today: string; lastDay: string; locale: string },
): { typed: string; day: string | null; error: string | null } | null {
  if (typed === null) return null;
  const day = dateTyped(typed, today);
  if (day === null) return { typed, day, error: "Enter a date, like 14 1 2027" };
  if (day < today) return { typed, day: null, error: "That day is over. Enter a later date" };
  if (day > lastDay) {
    const until = dayInWords(lastDay, { locale, year: true });
    return { typed, day: null, error: `Bookings are open until ${until}. Enter an earlier date` };
  }
  return { typed, day, error: null };
}
