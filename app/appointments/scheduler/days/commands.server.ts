import type { Choices } from "#app/appointments/scheduler/choices.ts";
import {
  dayCell,
  dayInWords,
  emptyNote,
  type SchedulerDays,
  STRIP_DAYS,
  timeCells,
} from "#app/appointments/scheduler/scheduler.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import { addDays, daysBetween } from "#app/platform/zoned-time.ts";

const SEARCH_DAYS = 18;

/** `ask` answers the days of two inclusive local dates. Nothing is asked before `today` or after `lastDay`. */
export type Search = {
  ask: (from: string, to: string) => Promise<FreeDay[]>;
  today: string;
  lastDay: string;
  zone: string;
};

/** The strip of days, the chosen one's times, and where else to look. */
export async function showDays(search: Search, choices: Choices): Promise<SchedulerDays> {
  const { today, lastDay, zone } = search;
  const strip = await readStrip(search, choices);
  const day = strip.days.find((candidate) => candidate.date === strip.chosen) ?? null;
  const nextFree = day && day.state !== "open" ? await firstOpen(search, day.date) : null;
  return {
    day: day?.date ?? null,
    days: strip.days.map(dayCell),
    earlier: strip.first > today ? addDays(strip.first, -STRIP_DAYS) : null,
    later: addDays(strip.first, STRIP_DAYS) <= lastDay ? addDays(strip.first, STRIP_DAYS) : null,
    dayTitle: day ? dayInWords(day.date) : null,
    times: day ? timeCells(day, zone) : [],
    emptyNote: day ? (day.state === "open" ? null : emptyNote(day)) : "No times left in these days.",
    nextFree: nextFree === null ? null : { day: nextFree, label: dayInWords(nextFree) },
  };
}

/** The strip's days. Without a wish for a day it is the strip that holds the first free one. */
async function readStrip(search: Search, choices: Choices) {
  const asked = choices.from ?? choices.day ?? (await firstOpen(search, search.today)) ?? search.today;
  const first = stripStart(asked, search);
  const days = await search.ask(first, addDays(first, STRIP_DAYS - 1));
  const wished = days.find((day) => day.date === choices.day);
  const chosen = wished ?? days.find(isOpen) ?? null;
  return { first, days, chosen: chosen?.date ?? null };
}

/** Strips lie end to end from today, so that leafing back and forth shows the same days. */
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
