import { z } from "zod";
import type { Picture } from "#app/media/picture.ts";

/** What the pages say about a service beyond its title and card line. */
export const serviceWords = z.object({
  verb: z.string().default(""),
  detail: z.array(z.string()).default([]),
  whoFor: z.string().default(""),
  whatToExpect: z.string().default(""),
  whenNotToBook: z.string().default(""),
});

export type ServiceWords = z.output<typeof serviceWords>;

/** One length a service comes in. The price is in pence and is the whole price. */
export type ServiceLength = { minutes: number; pricePence: number; label: string };

export type ServicePlace = "grid" | "also";

/** A service as it is offered: `online` can be booked on the site, `enquiry` by writing or ringing. */
export type Service = {
  id: string;
  slug: string;
  category: string;
  title: string;
  summary: string;
  words: ServiceWords;
  /** Minutes kept free before and after, for the room. */
  bufferBefore: number;
  bufferAfter: number;
  booking: "online" | "enquiry";
  /** Where it stands on the page of all services: in the grid, or in the row beneath. */
  place: ServicePlace;
  lengths: ServiceLength[];
  /** Who gives it, in the practice's order. */
  therapistIds: string[];
  /** The practice's own photograph; null: our drawing stands. */
  picture: Picture | null;
};

/** The length asked for; none asked means 60 minutes where there is one, else the first. */
export function lengthOf(service: Service, minutes: number | null): ServiceLength | null {
  if (minutes !== null) return service.lengths.find((length) => length.minutes === minutes) ?? null;
  return service.lengths.find((length) => length.minutes === 60) ?? service.lengths[0] ?? null;
}

/** The lowest price among services that can be booked online, in pence. */
export function lowestPrice(services: readonly Service[]): number | null {
  const prices = services.filter(isBookable).flatMap((service) => service.lengths.map((length) => length.pricePence));
  return prices.length === 0 ? null : Math.min(...prices);
}

/** Whether a visitor can book it online at all. */
export function isBookable(service: Service): boolean {
  return service.booking === "online" && service.lengths.length > 0 && service.therapistIds.length > 0;
}
