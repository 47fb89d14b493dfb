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

export function isBookable(service: BookableService): boolean {
  return service.booking === "online" && service.lengths.length > 0 && service.therapistIds.length > 0;
}
