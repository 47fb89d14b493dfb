import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import { freeDays, freeDaysOfEach } from "#app/appointments/booking/free-times/free-times.server.ts";
import { whoIsFree } from "#app/appointments/booking/scheduler/nothing-fits.ts";
import type { FreeDay, FreeSlot } from "#app/availability/free-starts.ts";
import type { Catalogue } from "#app/catalogue/catalogue.db.server.ts";
import { pricesOn } from "#app/catalogue/quote.ts";
import { isBookable, type Offer, type OfferInput, resolveOffer } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

// Days from today. Three days nearly always have a free time; a fortnight of every service takes much longer.
const LOOK_AHEAD = [
  [0, 2],
  [3, 14],
] as const;
const MOST = 5;

export type NextFree = { start: number; service: string; title: string; minutes: number; pricePence: number };
/** `who`: the short names of who is free then; null where only one person treats. */
export type NextFreeOfService = NextFree & { who: string | null };

type Found = { offer: Offer; slots: FreeSlot[] };

/**
 * A free start of up to five services, soonest first and no two the same, and the first of each therapist (by id) who
 * has one in the days looked at for that: within a fortnight, for the home page.
 */
export async function listNextFreeTimes(
  app: AppContext,
): Promise<{ zone: string; services: NextFreeOfService[]; therapists: Map<string, NextFree> }> {
  const known = await getKnown(app);
  const { rules, offers, ranges } = search(app, known);
  const found: Found[] = [];
  for (const range of ranges) {
    const open = offers.filter((offer) => !found.some((one) => one.offer === offer));
    const daysOfOffers = await freeDaysOfEach(app, { offers: open, ...range });
    const withSlots = daysOfOffers.map(({ offer, days }) => ({ offer, slots: days.flatMap((day) => day.slots) }));
    found.push(...withSlots.filter(({ slots }) => slots.length > 0));
    if (found.length >= Math.min(MOST, offers.length)) break;
  }
  // In the practice's order, which decides between equal starts: the sort is stable.
  found.sort((one, other) => offers.indexOf(one.offer) - offers.indexOf(other.offer));
  return {
    zone: rules.zone,
    services: firstOfServices(found, { zone: rules.zone, therapists: known.catalogue.therapists }),
    therapists: firstOfTherapists(found, rules.zone),
  };
}

/** Whether a visitor can book anything within a fortnight: asks of one service after the other until one has a time. */
export async function hasFreeTime(app: AppContext, known: Known): Promise<boolean> {
  const { offers, ranges } = search(app, known);
  for (const range of ranges) {
    for (const offer of offers) {
      if ((await freeDays(app, { offer, ...range })).some(({ slots }) => slots.length > 0)) return true;
    }
  }
  return false;
}

/** What a search for free times needs, for whoever has read it already. */
export type Known = { rules: BookingRules; catalogue: Catalogue };

async function getKnown(app: AppContext): Promise<Known> {
  const practice = await readPractice(app);
  return { rules: practice.settings.bookingRules, catalogue: practice };
}

function search(app: AppContext, { rules, catalogue }: Known) {
  const offers = catalogue.services.filter(isBookable).flatMap((service) => {
    const outcome = resolveOffer(catalogue, { service: service.slug });
    return outcome.kind === "offer" ? [outcome.offer] : [];
  });
  const today = localDateOf(app.clock.now(), rules.zone);
  const ranges = LOOK_AHEAD.map(([first, last]) => ({ rules, from: addDays(today, first), to: addDays(today, last) }));
  return { rules, offers, ranges };
}

function firstOfServices(
  found: readonly Found[],
  { zone, therapists: everyone }: { zone: string; therapists: Catalogue["therapists"] },
): NextFreeOfService[] {
  const names = new Map(everyone.map(({ id, short }) => [id, short]));
  const taken = new Set<number>();
  const firsts: NextFreeOfService[] = [];
  for (const { offer, slots } of found.toSorted((one, other) => firstStart(one) - firstStart(other))) {
    // The same minute five times over would say that one time is free, not five.
    const slot = slots.find(({ start }) => !taken.has(start));
    if (!slot || firsts.length === MOST) continue;
    taken.add(slot.start);
    firsts.push({ ...nextFree(offer, { ...slot, zone }), who: whoIsFree(slot, names) });
  }
  return firsts.sort((one, other) => one.start - other.start);
}

function firstStart({ slots }: Found): number {
  return slots[0]?.start ?? Number.POSITIVE_INFINITY;
}

function firstOfTherapists(found: readonly Found[], zone: string): Map<string, NextFree> {
  const firsts = new Map<string, NextFree>();
  for (const { offer, slots } of found) {
    for (const { id } of offer.therapists) {
      const start = slots.find(({ therapists }) => therapists.includes(id))?.start;
      const known = firsts.get(id);
      if (start !== undefined && (!known || start < known.start)) {
        firsts.set(id, nextFree(offer, { start, therapists: [id], zone }));
      }
    }
  }
  return firsts;
}

/** The price is that of the cheapest who is free then: whom somebody gets who asks for anyone. */
function nextFree({ service, length }: Offer, { start, therapists, zone }: FreeSlot & { zone: string }): NextFree {
  const { lowest } = pricesOn(length, { therapistIds: therapists, date: localDateOf(start, zone) });
  return { start, service: service.slug, title: service.title, minutes: length.minutes, pricePence: lowest };
}

const MOST_DAYS = 3;
// Days from today: a week nearly always has three days with a free time.
const WEEKS_AHEAD = [
  [0, 6],
  [7, 20],
] as const;

export type NextTime = { date: string; start: number };

/** The first free time of each of the next three days that have one, within three weeks; for a service's page. */
export async function nextFreeTimes(app: AppContext, input: OfferInput): Promise<{ times: NextTime[]; zone: string }> {
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const times: NextTime[] = [];
  for (const [first, last] of WEEKS_AHEAD) {
    const within = { from: addDays(today, first), to: addDays(today, last) };
    const answer = await cachedFreeTimes(app, { ...input, ...within });
    if (answer.kind === "times") times.push(...firstTimes(answer.days));
    if (times.length >= MOST_DAYS) break;
  }
  return { times: times.slice(0, MOST_DAYS), zone };
}

function firstTimes(days: readonly FreeDay[]): NextTime[] {
  return days.flatMap(({ date, slots }) => slots.slice(0, 1).map(({ start }) => ({ date, start })));
}
