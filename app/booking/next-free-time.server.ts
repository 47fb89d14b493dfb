import { freeDays } from "#app/booking/free-times.server.ts";
import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import { type Offer, resolveOffer } from "#app/catalogue/offer.ts";
import { isBookable } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

// Days from today. Three days nearly always have a free time; a fortnight of every service takes much longer.
const LOOK_AHEAD = [
  [0, 2],
  [3, 14],
] as const;

type NextFree = { start: number; zone: string; service: string; minutes: number };

/** The next free start of any service within a fortnight, or null; for the home page. */
export async function nextFreeTime(app: AppContext): Promise<NextFree | null> {
  const db = app.db.kysely;
  const rules = await getSetting(db, app.log, "bookingRules");
  const catalogue = await getCatalogue(db);
  const offers = catalogue.services.filter(isBookable).flatMap((service) => {
    const outcome = resolveOffer(catalogue, { service: service.slug });
    return outcome.kind === "offer" ? [outcome.offer] : [];
  });
  const today = localDateOf(app.clock.now(), rules.zone);
  for (const [first, last] of LOOK_AHEAD) {
    const range = { rules, from: addDays(today, first), to: addDays(today, last) };
    const firsts = await Promise.all(offers.map((offer) => firstFree(app, { offer, ...range })));
    // The sort is stable: of equal starts, the practice's order decides.
    const [next] = firsts.flatMap((free) => free ?? []).sort((one, other) => one.start - other.start);
    if (next) return { ...next, zone: rules.zone };
  }
  return null;
}

async function firstFree(app: AppContext, range: { offer: Offer; rules: BookingRules; from: string; to: string }) {
  const [slot] = (await freeDays(app, range)).flatMap((day) => day.slots);
  return slot ? { start: slot.start, service: range.offer.service.slug, minutes: range.offer.length.minutes } : null;
}
