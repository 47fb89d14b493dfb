import { freeDays, type Moving } from "#app/appointments/booking/free-times/free-times.server.ts";
import { type FreeSlot, nearestStarts } from "#app/availability/free-starts.ts";
import { type Offer, resolveOffer } from "#app/catalogue/offer.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { bookableIn } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

const NEAR_DAYS = 7;
const NEAR_TIMES = 3;

/** The free times nearest to one that is taken: three, within a week on either side. */
export async function nearTimes(
  app: AppContext,
  { start, offer, rules, moving }: { start: number; offer: Offer; rules: BookingRules; moving?: Moving | null },
): Promise<FreeSlot[]> {
  const date = localDateOf(start, rules.zone);
  const within = { from: addDays(date, -NEAR_DAYS), to: addDays(date, NEAR_DAYS) };
  return nearestStarts(await freeDays(app, { offer, rules, ...within, moving }), start, NEAR_TIMES);
}

/** Who else gives the same for the same time. */
export async function othersAt(
  app: AppContext,
  { start, offer, rules }: { start: number; offer: Offer; rules: BookingRules },
): Promise<Giver[]> {
  const { service, length, therapists, extra } = offer;
  const anyone = resolveOffer(bookableIn(await readPractice(app), { slug: service.slug }), {
    service: service.slug,
    minutes: length.minutes,
  });
  if (anyone.kind === "not-found") return [];
  const others = anyone.offer.therapists.filter(({ id }) => !therapists.some((asked) => asked.id === id));
  if (others.length === 0) return [];
  const date = localDateOf(start, rules.zone);
  const days = await freeDays(app, {
    offer: { ...anyone.offer, therapists: others, extra },
    rules,
    from: date,
    to: date,
  });
  const slot = days.flatMap((day) => day.slots).find((free) => free.start === start);
  return others.filter(({ id }) => slot?.therapists.includes(id));
}
