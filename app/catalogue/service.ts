import { NOW, type PriceRange, type PriceRule, pricesOn } from "#app/catalogue/quote.ts";
import type { Giver, Therapist } from "#app/catalogue/therapist.ts";
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
export function servicesAtHome<Item extends Pick<Service, "slug">>(
  services: readonly Item[],
  chosen: readonly string[],
): Item[] {
  const own = chosen.flatMap((slug) => services.find((service) => service.slug === slug) ?? []);
  if (own.length > 0) return own;
  const first = SPECIFIED.flatMap((slug) => services.find((service) => service.slug === slug) ?? []);
  const others = services.filter((service) => !first.includes(service));
  return [...first, ...others].slice(0, SPECIFIED.length);
}

/** A request resolved against the catalogue: a service, one of its lengths, and the therapists who may give it. */
/** `extra`: minutes that it takes longer because it is a first appointment. They are worked, and cost nothing. */
export type Offer = { service: BookableService; length: ServiceLength; therapists: Giver[]; extra?: number };

/** Whether someone has been to the practice before, as they say themselves. */
export const BEEN_BEFORE = ["yes", "no"] as const;
export type BeenBefore = (typeof BEEN_BEFORE)[number];

export type OfferInput = {
  service: string;
  minutes?: number | null;
  therapist?: string | null;
  before?: BeenBefore | null;
};

export type OfferOutcome =
  | { kind: "offer"; offer: Offer }
  | { kind: "not-found"; field: "service" | "minutes" | "therapist"; message: string };

/** One offered service and those who give it, without the texts and pictures of its page; none if it is not offered. */
export function bookableIn(
  { services, therapists }: { services: readonly Service[]; therapists: readonly Therapist[] },
  by: { slug: string } | { id: string },
): { services: BookableService[]; therapists: Giver[] } {
  const service = services.find(({ id, slug }) => ("id" in by ? id === by.id : slug === by.slug));
  if (!service) return { services: [], therapists: [] };
  const { id, slug, title, booking, venue, venueName, bufferBefore, bufferAfter, firstExtra } = service;
  const { lengths, therapistIds } = service;
  const time = { bufferBefore, bufferAfter, firstExtra, lengths };
  const bookable = { id, slug, title, booking, venue, venueName, ...time, therapistIds };
  const givers = therapists.filter((therapist) => therapistIds.includes(therapist.id));
  return { services: [bookable], therapists: givers.map(({ id, slug, name, short }) => ({ id, slug, name, short })) };
}

export function resolveOffer(
  catalogue: { services: readonly BookableService[]; therapists: readonly Giver[] },
  input: OfferInput,
): OfferOutcome {
  const service = catalogue.services.find((candidate) => candidate.slug === input.service);
  if (!service) return unknown("service", "That treatment is not offered. Choose one from the list");
  if (!isBookable(service)) return unknown("service", `${service.title} can’t be booked online. Call`);
  const length = lengthOf(service, input.minutes ?? null);
  if (!length) return unknown("minutes", `${service.title} does not come in that length. Choose one from the list`);
  const givers = service.therapistIds.flatMap((id) => catalogue.therapists.filter((therapist) => therapist.id === id));
  const extra = input.before === "no" ? service.firstExtra : 0;
  if (!input.therapist) return { kind: "offer", offer: { service, length, therapists: givers, extra } };
  const chosen = givers.filter((therapist) => therapist.slug === input.therapist);
  if (chosen.length === 0) return unknown("therapist", `That therapist does not give ${service.title}. Choose another`);
  return { kind: "offer", offer: { service, length, therapists: chosen, extra } };
}

function unknown(field: "service" | "minutes" | "therapist", message: string): OfferOutcome {
  return { kind: "not-found", field, message };
}
