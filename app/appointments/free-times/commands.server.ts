import { readQuestion } from "#app/appointments/free-times/store.server.ts";
import { type FreeDay, type FreeSlot, freeStarts } from "#app/availability/free-starts.ts";
import { nearestStarts } from "#app/availability/nearest.ts";
import { type Offer, type OfferOutcome, type OfferWish, resolveOffer } from "#app/catalogue/offer.ts";
import { isBookable } from "#app/catalogue/service.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import { readSettings } from "#app/settings/store.server.ts";

const NEAR_DAYS = 7;
const NEAR_TIMES = 3;
// Days from today. Three days nearly always have a time, and a fortnight of every service is much to work out.
const LOOK_AHEAD = [
  [0, 2],
  [3, 14],
] as const;

export type FreeTimes = { offer: Offer; zone: string; days: FreeDay[] };

/** The free times of what is wished for. `from` and `to` are inclusive local dates. */
export async function askFreeTimes(
  world: World,
  wish: OfferWish & { from: string; to: string },
): Promise<({ kind: "times" } & FreeTimes) | Exclude<OfferOutcome, { kind: "offer" }>> {
  const outcome = await readOffer(world, wish);
  if (outcome.kind === "unknown") return outcome;
  const { offer, rules } = outcome;
  const days = await freeDays(world, { offer, rules, from: wish.from, to: wish.to });
  return { kind: "times", offer, zone: rules.zone, days };
}

/** What is wished for, made definite, and the rules that it is booked by. */
export async function readOffer(
  world: World,
  wish: OfferWish,
): Promise<{ kind: "offer"; offer: Offer; rules: BookingRules } | Exclude<OfferOutcome, { kind: "offer" }>> {
  const db = world.db.kysely;
  const [services, therapists, settings] = await Promise.all([
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
  ]);
  const outcome = resolveOffer({ services, therapists }, wish);
  return outcome.kind === "unknown" ? outcome : { ...outcome, rules: settings.bookingRules };
}

/** The free times of an offer that is known. `except`: an appointment that is not in its own way. */
export async function freeDays(
  world: World,
  asked: { offer: Offer; rules: BookingRules; from: string; to: string; except?: string | null },
): Promise<FreeDay[]> {
  return freeStarts(await readQuestion(world.db.kysely, { ...asked, now: world.clock.now() }));
}

/** The free times nearest to one that is gone: three within a week on either side. */
export async function nearTimes(
  world: World,
  { start, offer, rules, except }: { start: number; offer: Offer; rules: BookingRules; except?: string | null },
): Promise<FreeSlot[]> {
  const date = localDateOf(start, rules.zone);
  const within = { from: addDays(date, -NEAR_DAYS), to: addDays(date, NEAR_DAYS) };
  return nearestStarts(await freeDays(world, { offer, rules, ...within, except }), start, NEAR_TIMES);
}

/** A free start, and what is free then. */
export type NextFree = { start: number; zone: string; service: string; minutes: number };

/** The next free start for anything that can be booked, within a fortnight, or null: what the home page shows. */
export async function nextFreeTime(world: World): Promise<NextFree | null> {
  const db = world.db.kysely;
  const { bookingRules: rules } = await readSettings(db, world.log);
  const [services, therapists] = await Promise.all([listServices(db), listTherapists(db)]);
  const offers = services.filter(isBookable).flatMap((service) => {
    const outcome = resolveOffer({ services, therapists }, { service: service.slug });
    return outcome.kind === "offer" ? [outcome.offer] : [];
  });
  const today = localDateOf(world.clock.now(), rules.zone);
  for (const [first, last] of LOOK_AHEAD) {
    const asked = { rules, from: addDays(today, first), to: addDays(today, last) };
    const firsts = await Promise.all(offers.map((offer) => firstFree(world, { offer, ...asked })));
    // The practice's order decides where several are free at once: the sort keeps it.
    const [next] = firsts.flatMap((free) => free ?? []).sort((one, other) => one.start - other.start);
    if (next) return { ...next, zone: rules.zone };
  }
  return null;
}

async function firstFree(world: World, asked: { offer: Offer; rules: BookingRules; from: string; to: string }) {
  const [slot] = (await freeDays(world, asked)).flatMap((day) => day.slots);
  return slot ? { start: slot.start, service: asked.offer.service.slug, minutes: asked.offer.length.minutes } : null;
}
