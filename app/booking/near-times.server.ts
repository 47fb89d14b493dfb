import type { FreeSlot } from "#app/availability/free-starts.ts";
import { nearestStarts } from "#app/availability/nearest.ts";
import { freeDays, type Moving } from "#app/booking/free-times.server.ts";
import type { Offer } from "#app/catalogue/offer.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

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
