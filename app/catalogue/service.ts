import { NOW, type PriceRange, type PriceRule, pricesOn } from "#app/catalogue/quote.ts";
import type { Picture } from "#app/media/picture.ts";

export type ServiceWords = {
  verb: string;
  detail: string[];
  whoFor: string;
  whatToExpect: string;
  whenNotToBook: string;
};

/** The price is in pence and includes everything. `rules`: prices from a day on, or of one therapist (quote.ts). */
export type ServiceLength = { minutes: number; pricePence: number; label: string; rules?: readonly PriceRule[] };

type ServicePlace = "grid" | "also";

/** At the practice, at the client's address, or at another place, which is named. */
export const VENUES = ["practice", "client", "elsewhere"] as const;
export type ServiceVenue = (typeof VENUES)[number];

/** `online` can be booked on the site; `enquiry` only by message or phone. */
export type Service = {
  id: string;
  slug: string;
  category: string;
  title: string;
  summary: string;
  words: ServiceWords;
  /** Minutes free before and after, for the room. */
  bufferBefore: number;
  bufferAfter: number;
  /** Minutes that a new client's first appointment takes longer. */
  firstExtra: number;
  booking: "online" | "enquiry";
  /** In the grid of the services page, or in the row beneath it. */
  place: ServicePlace;
  venue: ServiceVenue;
  /** Of another place; empty for the others. */
  venueName: string;
  lengths: ServiceLength[];
  therapistIds: string[];
  /** The practice's own photograph; null: our drawing is shown. */
  picture: Picture | null;
};

/** What a booking needs of a service: nothing that only its page says. */
export type BookableService = Pick<
  Service,
  | "id"
  | "slug"
  | "title"
  | "booking"
  | "venue"
  | "venueName"
  | "bufferBefore"
  | "bufferAfter"
  | "firstExtra"
  | "lengths"
  | "therapistIds"
>;

/** The requested length; without a request, 60 minutes if there is one, else the first. */
export function lengthOf(service: Pick<Service, "lengths">, minutes: number | null): ServiceLength | null {
  if (minutes !== null) return service.lengths.find((length) => length.minutes === minutes) ?? null;
  return service.lengths.find((length) => length.minutes === 60) ?? service.lengths[0] ?? null;
}

/** The lowest price of a service that can be booked online, in pence. */
export function lowestPrice(services: readonly Service[]): number | null {
  const prices = services
    .filter(isBookable)
    .flatMap(pricesNow)
    .map(({ lowest }) => lowest);
  return prices.length === 0 ? null : Math.min(...prices);
}

/** Each length's prices of today, as lists show them. */
export function pricesNow({ lengths, therapistIds }: Pick<Service, "lengths" | "therapistIds">): PriceRange[] {
  return lengths.map((length) => pricesOn(length, { therapistIds, date: NOW }));
}

export function venueOf(stored: string): ServiceVenue {
  return VENUES.find((venue) => venue === stored) ?? "practice";
}

export function isBookable(service: Pick<BookableService, "booking" | "lengths" | "therapistIds">): boolean {
  return service.booking === "online" && service.lengths.length > 0 && service.therapistIds.length > 0;
}

const MOST = 2;

type Related = Pick<Service, "slug" | "category">;

/** Two other services: those of the same category first, then neighbours in the practice's order. */
export function relativesOf<Kind extends Related>(service: Related, services: readonly Kind[]): Kind[] {
  const at = services.findIndex(({ slug }) => slug === service.slug);
  const distance = (other: Kind) => Math.abs(services.indexOf(other) - at);
  const apart = (other: Kind) => (other.category === service.category ? 0 : 1);
  return services
    .filter(({ slug }) => slug !== service.slug)
    .sort((a, b) => apart(a) - apart(b) || distance(a) - distance(b))
    .slice(0, MOST);
}

/** The specification's three cards, by slug. */
const SPECIFIED = ["deep-tissue-massage", "sport-foot-massage", "injury-rehabilitation"];

/**
 * The services whose cards stand on the home page, in order: those that the practice chose (`chosen`: slugs) as far as
 * they are shown to visitors, or else the specification's three, filled up from the list.
 */
export function servicesAtHome<Shown extends Pick<Service, "slug">>(
  services: readonly Shown[],
  chosen: readonly string[],
): Shown[] {
  const own = chosen.flatMap((slug) => services.find((service) => service.slug === slug) ?? []);
  if (own.length > 0) return own;
  const wanted = SPECIFIED.flatMap((slug) => services.find((service) => service.slug === slug) ?? []);
  const others = services.filter((service) => !wanted.includes(service));
  return [...wanted, ...others].slice(0, SPECIFIED.length);
}
