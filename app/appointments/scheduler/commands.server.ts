import { askFreeTimes, type FreeTimes } from "#app/appointments/free-times/commands.server.ts";
import type { Choices } from "#app/appointments/scheduler/choices.ts";
import {
  dayCell,
  dayInWords,
  emptyNote,
  type Scheduler,
  STRIP_DAYS,
  timeCells,
} from "#app/appointments/scheduler/scheduler.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import { isBookable, lengthOf } from "#app/catalogue/service.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, daysBetween, localDateOf } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

const SEARCH_DAYS = 18;

type Wish = { service: string; minutes: number | null; therapist: string | null };
type Search = { ask: (from: string, to: string) => Promise<FreeTimes>; today: string; lastDay: string };

/** The scheduler for what has been chosen so far. Choices that no longer fit give way to the nearest that do. */
export async function showScheduler(world: World, choices: Choices): Promise<Scheduler> {
  const db = world.db.kysely;
  const [services, therapists, settings] = await Promise.all([
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
  ]);
  const bookable = services.filter(isBookable);
  const service = bookable.find((candidate) => candidate.slug === choices.service) ?? bookable[0];
  if (!service) throw new Error("Nothing can be booked: no service has a length and a therapist");
  const givers = therapists.filter((therapist) => service.therapistIds.includes(therapist.id));
  const length = lengthOf(service, choices.minutes) ?? lengthOf(service, null);
  const therapist = givers.find((candidate) => candidate.slug === choices.therapist)?.slug ?? null;
  const wish = { service: service.slug, minutes: length?.minutes ?? null, therapist };
  const { zone, horizonDays } = settings.bookingRules;
  const today = localDateOf(world.clock.now(), zone);
  const search: Search = {
    ask: (from, to) => askKnown(world, { ...wish, from, to }),
    today,
    lastDay: addDays(today, horizonDays),
  };
  const strip = await readStrip(search, choices);
  const day = strip.days.find((candidate) => candidate.date === strip.chosen) ?? null;
  const nextFree = day && day.state !== "open" ? await firstOpen(search, day.date) : null;
  return {
    zone,
    chosen: {
      ...choices,
      ...{ service: service.slug, serviceTitle: service.title, therapist, day: day?.date ?? null },
      ...{ minutes: length?.minutes ?? 0, price: priceInFull(length?.pricePence ?? 0) },
    },
    services: bookable.map(({ slug, title }) => ({ slug, title })),
    lengths: service.lengths.map(({ minutes, label, pricePence }) => ({
      minutes,
      label,
      price: priceInFull(pricePence),
    })),
    therapists: givers.map(({ slug, name }) => ({ slug, name })),
    days: strip.days.map(dayCell),
    earlier: strip.first > today ? addDays(strip.first, -STRIP_DAYS) : null,
    later: addDays(strip.first, STRIP_DAYS) <= search.lastDay ? addDays(strip.first, STRIP_DAYS) : null,
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
  const { days } = await search.ask(first, addDays(first, STRIP_DAYS - 1));
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
    const { days } = await ask(first, addDays(first, SEARCH_DAYS - 1));
    const open = days.find(isOpen);
    if (open) return open.date;
  }
  return null;
}

async function askKnown(world: World, wish: Wish & { from: string; to: string }): Promise<FreeTimes> {
  const answer = await askFreeTimes(world, wish);
  if (answer.kind === "unknown") throw new Error(`The catalogue changed under the scheduler: ${answer.message}`);
  return answer;
}

function isOpen(day: FreeDay): boolean {
  return day.state === "open";
}
