import type { Choices } from "#app/booking/choices.ts";
import { freeDays } from "#app/booking/free-times.server.ts";
import { listDays } from "#app/booking/list-days.server.ts";
import type { Scheduler } from "#app/booking/scheduler.ts";
import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import { resolveOffer } from "#app/catalogue/offer.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import { isBookable, lengthOf } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

/**
 * Choices that no longer fit are replaced by the nearest that do. Null when nothing can be booked: no service has both
 * a length and a therapist.
 */
export async function getScheduler(app: AppContext, choices: Choices, locale: string): Promise<Scheduler | null> {
  const db = app.db.kysely;
  const [catalogue, rules] = await Promise.all([getCatalogue(db), getSetting(db, app.log, "bookingRules")]);
  const { services, therapists } = catalogue;
  const bookable = services.filter(isBookable);
  const service = bookable.find((candidate) => candidate.slug === choices.service) ?? bookable[0];
  if (!service) return null;
  const givers = therapists.filter((therapist) => service.therapistIds.includes(therapist.id));
  const length = lengthOf(service, choices.minutes) ?? lengthOf(service, null);
  const therapist = givers.find((candidate) => candidate.slug === choices.therapist)?.slug ?? null;
  const resolved = resolveOffer(catalogue, { service: service.slug, minutes: length?.minutes, therapist });
  if (resolved.kind === "unknown") throw new Error(`What was just read can't be asked for: ${resolved.message}`);
  const { offer } = resolved;
  const { zone, horizonDays } = rules;
  const today = localDateOf(app.clock.now(), zone);
  const ask = (from: string, to: string) => freeDays(app, { offer, rules, from, to });
  const { day, ...days } = await listDays({ ask, today, lastDay: addDays(today, horizonDays), zone, locale }, choices);
  return {
    zone,
    locale,
    chosen: {
      ...choices,
      service: service.slug,
      serviceTitle: service.title,
      therapist,
      day,
      minutes: length?.minutes ?? 0,
      price: priceInFull(length?.pricePence ?? 0),
    },
    services: bookable.map(({ slug, title }) => ({ slug, title })),
    lengths: service.lengths.map(({ minutes, label, pricePence }) => ({
      minutes,
      label,
      price: priceInFull(pricePence),
    })),
    therapists: givers.map(({ slug, name }) => ({ slug, name })),
    ...days,
  };
}
