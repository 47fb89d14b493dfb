import type { ChangeTerms } from "#app/booking/change-rule.ts";
import type { Choices } from "#app/booking/choices.ts";
import { freeDays } from "#app/booking/free-times.server.ts";
import { listDays } from "#app/booking/list-days.server.ts";
import type { Scheduler, ServiceChoice } from "#app/booking/scheduler.ts";
import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import { lengthsOnly, pricesFrom } from "#app/catalogue/lengths-line.ts";
import { resolveOffer } from "#app/catalogue/offer.ts";
import { comingPrice, type Priced, pricesOn, rangeInFull, rangeInProse } from "#app/catalogue/quote.ts";
import { isBookable, lengthOf, type Service } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

type NewBooking = Scheduler & { terms: ChangeTerms };

/**
 * Choices that no longer fit are replaced by the nearest that do. Null when nothing can be booked: no service has both
 * a length and a therapist.
 */
export async function getScheduler(app: AppContext, choices: Choices, locale: string): Promise<NewBooking | null> {
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
  const { zone, horizonDays, changeNotice, chargesLate } = rules;
  const today = localDateOf(app.clock.now(), zone);
  const ask = (from: string, to: string) => freeDays(app, { offer, rules, from, to });
  const minutes = offer.length.minutes;
  const search = { ask, today, lastDay: addDays(today, horizonDays), zone, locale, minutes, length: offer.length };
  const { day, ...days } = await listDays(search, choices);
  const date = day ?? today;
  const priceOf = (each: Priced) => pricesOn(each, { therapistIds: offer.therapists.map(({ id }) => id), date });
  return {
    zone,
    locale,
    terms: { now: app.clock.now(), rules: { zone, changeNotice, chargesLate }, locale },
    chosen: {
      ...choices,
      service: service.slug,
      serviceTitle: service.title,
      therapist,
      day,
      minutes,
      price: rangeInFull(priceOf(offer.length)),
      shortPrice: rangeInProse(priceOf(offer.length)),
      coming: comingPrice(offer.length, { therapistIds: offer.therapists.map(({ id }) => id), today }),
    },
    services: bookable.map(serviceChoice),
    lengths: service.lengths.map((each) => ({
      minutes: each.minutes,
      label: each.label,
      price: rangeInProse(priceOf(each)),
    })),
    therapists: givers.map(({ slug, name }) => ({ slug, name })),
    ...days,
  };
}

function serviceChoice(service: Service): ServiceChoice {
  const { slug, title, picture } = service;
  return { slug, title, picture, lengths: lengthsOnly(service), price: pricesFrom(service) };
}
