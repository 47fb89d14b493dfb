import { isBookable, lengthOf, type Service, type ServiceLength } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";

/** What is being asked for, made definite: a service, one of its lengths, and who could give it. */
export type Offer = { service: Service; length: ServiceLength; therapists: Therapist[] };

export type OfferWish = { service: string; minutes?: number | null; therapist?: string | null };

export type OfferOutcome =
  | { kind: "offer"; offer: Offer }
  | { kind: "unknown"; field: "service" | "minutes" | "therapist"; message: string };

/** Finds a wish in the catalogue. No therapist asked for means anyone who gives the service. */
export function resolveOffer(
  catalogue: { services: Service[]; therapists: Therapist[] },
  wish: OfferWish,
): OfferOutcome {
  const service = catalogue.services.find((candidate) => candidate.slug === wish.service);
  if (!service) return unknown("service", "We do not offer that treatment. Choose one from the list");
  if (!isBookable(service)) return unknown("service", `${service.title} can't be booked online. Please ring us`);
  const length = lengthOf(service, wish.minutes ?? null);
  if (!length) return unknown("minutes", `${service.title} does not come in that length. Choose one from the list`);
  const givers = service.therapistIds.flatMap((id) => catalogue.therapists.filter((therapist) => therapist.id === id));
  if (!wish.therapist) return { kind: "offer", offer: { service, length, therapists: givers } };
  const asked = givers.filter((therapist) => therapist.slug === wish.therapist);
  if (asked.length === 0) return unknown("therapist", `That therapist does not give ${service.title}. Choose another`);
  return { kind: "offer", offer: { service, length, therapists: asked } };
}

function unknown(field: "service" | "minutes" | "therapist", message: string): OfferOutcome {
  return { kind: "unknown", field, message };
}
