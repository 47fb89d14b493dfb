import { type BookableService, isBookable, lengthOf, type ServiceLength } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";

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

export function resolveOffer(
  catalogue: { services: readonly BookableService[]; therapists: readonly Giver[] },
  input: OfferInput,
): OfferOutcome {
  const service = catalogue.services.find((candidate) => candidate.slug === input.service);
  if (!service) return unknown("service", "That treatment is not offered. Choose one from the list");
  if (!isBookable(service)) return unknown("service", `${service.title} can’t be booked online. Please call`);
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
