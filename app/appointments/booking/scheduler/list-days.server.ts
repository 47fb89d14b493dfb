import { dayCells, offNote } from "#app/appointments/booking/scheduler/calendar.ts";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import { stripOf } from "#app/appointments/booking/scheduler/day-pager.ts";
import { emptyNote, type SchedulerDays, timeCells } from "#app/appointments/booking/scheduler/scheduler.ts";
import { readGoTo } from "#app/appointments/booking/scheduler/typed-date.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import type { Priced } from "#app/catalogue/quote.ts";
import { dateWords, dayInWords } from "#app/platform/date-words.ts";
import { addDays, weekdayOf } from "#app/platform/zoned-time.ts";

const WEEKS = 5;
const MONTH = { month: "long", year: "numeric" } as const;
const SHORT = { weekday: "short", day: "numeric", month: "short" } as const;

/** `ask` returns the days between two inclusive local dates. `minutes`: the chosen length. */
type Search = {
  ask: (from: string, to: string) => Promise<FreeDay[]>;
  today: string;
  lastDay: string;
  zone: string;
  locale: string;
  minutes: number;
  length?: Priced;
  /** The therapist who was chosen; null: anyone. */
  withWhom: string | null;
};

/** The days of the calendar and of the strip, the times of the chosen one, and where other days are. */
export async function listDays(search: Search, choices: Choices): Promise<SchedulerDays> {
  const { locale, today, lastDay } = search;
  const goTo = readGoTo(choices.date, search);
  const wanted = goTo?.day ?? choices.day;
  const first = await readWeeks(search, { day: wanted, from: goTo?.day ? null : choices.from });
  // A typed day is shown as it is, with the reason why nothing is free.
  const moved = goTo?.day || !choices.day ? null : await moveDay(search, first.days, choices.day);
  const isShown = !moved || first.days.some(({ date }) => date === moved.day);
  const { from, asked, days } = isShown ? first : await readWeeks(search, { day: moved.day, from: null });
  const open = days.filter((day) => isOpen(day) && day.date >= from).map(({ date }) => date);
  const target = moved?.day ?? wanted;
  const shown = days.some(({ date }) => date === target) ? target : open[0];
  const day = days.find(({ date }) => date === shown) ?? null;
  const after = addDays(days.at(-1)?.date ?? from, 1);
  const window = { from, today, after: after <= lastDay ? after : null };
  const strip = stripOf(open, day?.date ?? from, window);
  const between = asked.filter(({ date }) => date >= strip.since && date <= (strip.dates.at(-1) ?? date));
  const nextFree = day && !isOpen(day) ? await firstOpen(search, day.date) : null;
  const words = (date: string, parts: Intl.DateTimeFormatOptions) => dateWords(date, locale, parts);
  const calendarFrom = days[0]?.date ?? from;
  return {
    day: day?.date ?? null,
    from,
    days: dayCells(days, strip.dates, locale),
    weekdays: days.slice(0, 7).map(({ date }) => words(date, { weekday: "short" })),
    month: words(calendarFrom, MONTH),
    stripMonth: words(strip.dates[0] ?? from, MONTH),
    strip: { earlier: strip.earlier, later: strip.later },
    weeks: {
      earlier: from > today && calendarFrom > today ? { from: latest(today, addDays(calendarFrom, -7 * WEEKS)) } : null,
      later: window.after === null ? null : { from: window.after },
    },
    offNote: offNote(between, asked),
    goTo: goTo?.error ? { typed: goTo.typed, error: goTo.error } : null,
    dayTitle: day && dayInWords(day.date, { locale }),
    weekday: day && words(day.date, { weekday: "long" }),
    dayShort: day && words(day.date, SHORT),
    movedNote: moved?.note ?? null,
    times: day ? timeCells(day, search) : [],
    further: day && isOpen(day) ? furtherTimes(day, days, search) : [],
    emptyNote: day ? (isOpen(day) ? null : emptyNote(day, asked, locale)) : "No times left in these days.",
    nextFree: nextFree === null ? null : { day: nextFree, label: dayInWords(nextFree, { locale }) },
  };
}

const ENOUGH = 6;

/** Times of the next days, so that with those of a day with few there are enough. */
function furtherTimes({ date, slots }: FreeDay, days: readonly FreeDay[], search: Search) {
  const further: SchedulerDays["further"] = [];
  let missing = ENOUGH - slots.length;
  for (const day of days.filter((each) => isOpen(each) && each.date > date)) {
    if (missing <= 0) break;
    const times = timeCells(day, search).slice(0, missing);
    missing -= times.length;
    const title = dayInWords(day.date, search);
    further.push({ day: day.date, title, times: times.map(({ start, label }) => ({ start, label })) });
  }
  return further;
}

/** The nearest day with times, the next one first, when the chosen day has none; null when it has, or none has. */
async function moveDay(search: Search, days: readonly FreeDay[], chosen: string) {
  const own = days.find(({ date }) => date === chosen);
  if (own && isOpen(own)) return null;
  const after = latest(chosen, days.at(-1)?.date ?? chosen);
  const next =
    days.find((each) => isOpen(each) && each.date > chosen)?.date ?? (await firstOpen(search, addDays(after, 1)));
  const day = next ?? (await firstOpen(search, search.today));
  if (day === null) return null;
  const where = `The ${next ? "next" : "nearest"} day with times is ${dayInWords(day, search)}.`;
  return { day, note: `${whyNot(search, chosen, own)} ${where}` };
}

function whyNot({ today, lastDay, locale, withWhom }: Search, date: string, day: FreeDay | undefined): string {
  const name = dayInWords(date, { locale });
  if (date < today) return `${name} has passed.`;
  if (date > lastDay) return `Bookings for ${name} are not open yet.`;
  if (day?.state === "closed" && day.closure) return emptyNote(day, [], locale);
  return `No times ${withWhom === null ? "" : `with ${withWhom} `}on ${name}.`;
}

/**
 * Whole weeks from what is asked for, or with it; `days` leaves out those at the beginning in which nothing is free.
 */
async function readWeeks(search: Search, { day, from }: Pick<Choices, "day" | "from">) {
  const { today, lastDay } = search;
  const isNear = from && (day === null || (from <= day && day < addDays(mondayOf(from), 7 * WEEKS)));
  const monday = day && (day < addDays(mondayOf(today), 14) ? today : mondayOf(day));
  const wanted = isNear ? from : monday;
  const start = earliest(lastDay, latest(today, wanted ?? today));
  const asked = await askWeeks(search, start);
  const firstFree = asked.find((each) => isOpen(each) && each.date >= start)?.date;
  const first = firstFree ?? (wanted ? null : await firstOpen(search, addDays(start, 7 * WEEKS)));
  if (!first) return { from: start, asked, days: asked };
  if (!firstFree) return { from: start, asked, days: await askWeeks(search, first) };
  const shownFrom = mondayOf(day && day >= start && day < first ? day : first);
  return { from: start, asked, days: asked.filter(({ date }) => date >= shownFrom) };
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
  return day.state === "open";
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
