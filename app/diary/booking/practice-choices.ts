import { isBookable, lengthOf, type Service, type ServiceVenue } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import { type Actor, covers, scopeFor } from "#app/platform/permissions.ts";

/** Why a booking is made without the payment that a rule asks for. */
export const LONGEST_WAIVER = 200;

/** The practice's choices for a booking: by slug, ready for the form. */
export type PracticeChoices = {
  services: {
    slug: string;
    title: string;
    venue: ServiceVenue;
    /** Minutes that a first appointment takes longer. */
    firstExtra: number;
    lengths: { minutes: number; label: string }[];
    /** Whether the service's default length is among them. */
    usual: boolean;
    therapists: string[];
  }[];
  therapists: { slug: string; name: string; short: string }[];
};

type Catalogue = { services: readonly Service[]; therapists: readonly Therapist[] };

/** What the actor may book: with their own therapist alone, where they reach no further. */
export function choicesWithin(actor: Actor, { services, therapists }: Catalogue): PracticeChoices {
  const scope = scopeFor(actor, "change", "appointments");
  const own = therapists.filter(({ id }) => covers(scope, id));
  const given = services.filter(
    ({ therapistIds }) => scope === "all" || own.some(({ id }) => therapistIds.includes(id)),
  );
  return practiceChoices({ services, therapists: own }, given);
}

/** `offered`: the services and lengths that may be chosen; all of them by default. */
export function practiceChoices(
  { services, therapists }: Catalogue,
  offered: readonly Service[] = services,
): PracticeChoices {
  const usualOf = new Map(services.map((service) => [service.id, lengthOf(service, null)?.minutes]));
  const slugOf = new Map(therapists.map(({ id, slug }) => [id, slug]));
  return {
    services: offered.filter(isBookable).map((service) => ({
      slug: service.slug,
      title: service.title,
      venue: service.venue,
      firstExtra: service.firstExtra,
      lengths: service.lengths.map(({ minutes, label }) => ({ minutes, label })),
      usual: service.lengths.some(({ minutes }) => minutes === usualOf.get(service.id)),
      therapists: service.therapistIds.flatMap((id) => slugOf.get(id) ?? []),
    })),
    therapists: therapists.map(({ slug, name, short }) => ({ slug, name, short })),
  };
}

type Choice = { service: string; minutes: string; therapist: string };

/**
 * What a client had last, as far as it can be chosen now. `therapist`: the one who is chosen already, who stays; a
 * service that they don't give is not offered.
 */
export function repeatChoice(again: Choice | null, choices: PracticeChoices, chosenTherapist = ""): Partial<Choice> {
  const service = choices.services.find(({ slug }) => slug === again?.service);
  if (!again || !service) return {};
  if (chosenTherapist && !service.therapists.includes(chosenTherapist)) return {};
  const isLength = service.lengths.some(({ minutes }) => String(minutes) === again.minutes);
  const others = service.usual ? "" : String(service.lengths[0]?.minutes ?? "");
  return {
    service: service.slug,
    minutes: isLength ? again.minutes : others,
    therapist: chosenTherapist || (service.therapists.includes(again.therapist) ? again.therapist : ""),
  };
}
