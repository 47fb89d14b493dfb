import { nextFreeTimes } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import { wordsOfPlace } from "#app/body-map/place-words.ts";
import type { Region } from "#app/body-map/region.ts";
import { NOW, pricesOn, rangeInProse } from "#app/catalogue/quote.ts";
import { isBookable, lengthOf, type Service } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** What the practice says of a region, and the services on offer there, with their next free times if asked for. */
export async function getRegionPanel(
  app: AppContext,
  { place }: Region,
  { withTimes = true } = {},
): Promise<RegionPanel> {
  const { bodyPlaces, bookingRules } = (await readPractice(app)).settings;
  const { sentence, advice, services: slugs } = wordsOfPlace(place, bodyPlaces);
  const services = (await readPractice(app)).services;
  const here = slugs.flatMap((slug) => services.filter((service) => service.slug === slug));
  return {
    sentence,
    advice,
    services: await Promise.all(here.map((service) => offered(app, service, withTimes))),
    zone: bookingRules.zone,
  };
}

async function offered(app: AppContext, service: Service, withTimes: boolean): Promise<OfferedHere> {
  const { slug, title, picture } = service;
  const length = isBookable(service) ? lengthOf(service, null) : null;
  if (!length) return { slug, title, picture, length, next: null };
  const { minutes } = length;
  const price = rangeInProse(pricesOn(length, { therapistIds: service.therapistIds, date: NOW }));
  const next = withTimes ? ((await nextFreeTimes(app, { service: slug, minutes })).times[0] ?? null) : null;
  return { slug, title, picture, length: { minutes, price }, next };
}

/** A service as the panel of a region offers it; without a length it is by enquiry. */
export type OfferedHere = {
  slug: string;
  title: string;
  picture: Service["picture"];
  length: { minutes: number; price: string } | null;
  next: { date: string; start: number } | null;
};

export type RegionPanel = {
  sentence: string;
  advice: string;
  services: OfferedHere[];
  zone: string;
};
