import type { FreeDay } from "#app/availability/free-starts.ts";
import type { Choices } from "#app/booking/choices.ts";
import { dayCell, emptyNote, type SchedulerDays, STRIP_DAYS, timeCells } from "#app/booking/scheduler.ts";
import { dayInWords } from "#app/platform/day-in-words.ts";
import { addDays, daysBetween } from "#app/platform/zoned-time.ts";

const SEARCH_DAYS = 18;

/** `ask` returns the days between two inclusive local dates, never before `today` or after `lastDay`. */
type Search = {
  ask: (from: string, to: string) => Promise<FreeDay[]>;
  today: string;
  lastDay: string;
  zone: string;
  locale: string;
};

/** The strip of days, the times of the chosen one, and links to other days. */
export async function listDays(search: Search, choices: Choices): Promise<SchedulerDays> {
  const { today, lastDay, locale } = search;
  const strip = await readStrip(search, choices);
  const day = strip.days.find((candidate) => candidate.date === strip.chosen) ?? null;
  const nextFree = day && day.state !== "open" ? await firstOpen(search, day.date) : null;
  return {
    day: day?.date ?? null,
    days: strip.days.map((cell) => dayCell(cell, locale)),
    earlier: strip.first > today ? addDays(strip.first, -STRIP_DAYS) : null,
    later: addDays(strip.first, STRIP_DAYS) <= lastDay ? addDays(strip.first, STRIP_DAYS) : null,
    dayTitle: day ? dayInWords(day.date, { locale }) : null,
    times: day ? timeCells(day, search) : [],
    emptyNote: day ? (day.state === "open" ? null : emptyNote(day, locale)) : "No times left in these days.",
    nextFree: nextFree === null ? null : { day: nextFree, label: dayInWords(nextFree, { locale }) },
  };
}

/** Without a chosen day, the strip that contains the first free day. */
async function readStrip(search: Search, choices: Choices) {
  const firstDay = choices.from ?? choices.day ?? (await firstOpen(search, search.today)) ?? search.today;
  const first = stripStart(firstDay, search);
  const days = await search.ask(first, addDays(first, STRIP_DAYS - 1));
  const wanted = days.find((day) => day.date === choices.day);
  const chosen = wanted ?? days.find(isOpen) ?? null;
  return { first, days, chosen: chosen?.date ?? null };
}

/** Strips follow each other from today, so that paging back and forth shows the same days. */
function stripStart(date: string, { today, lastDay }: Search): string {
  const within = date < today ? today : date > lastDay ? lastDay : date;
  return addDays(today, Math.floor(daysBetween(today, within) / STRIP_DAYS) * STRIP_DAYS);
}

async function firstOpen({ ask, lastDay }: Search, from: string): Promise<string | null> {
  for (let first = from; first <= lastDay; first = addDays(first, SEARCH_DAYS)) {
    const days = await ask(first, addDays(first, SEARCH_DAYS - 1));
    const open = days.find(isOpen);
    if (open) return open.date;
  }
  return null;
}

function isOpen(day: FreeDay): boolean {
  return day.state === "open";
}
