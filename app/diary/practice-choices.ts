import { isBookable, lengthOf, type Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";

/** The practice's choices for a booking: by slug, ready for the form. */
export type PracticeChoices = {
  services: {
    slug: string;
    title: string;
    lengths: { minutes: number; label: string }[];
    /** Whether the service's default length is among them. */
    usual: boolean;
    therapists: string[];
  }[];
  therapists: { slug: string; name: string }[];
};

/** `offered`: the services and lengths that may be chosen; all of them by default. */
export function practiceChoices(
  { services, therapists }: { services: readonly Service[]; therapists: readonly Therapist[] },
  offered: readonly Service[] = services,
): PracticeChoices {
  const usualOf = new Map(services.map((service) => [service.id, lengthOf(service, null)?.minutes]));
  const slugOf = new Map(therapists.map(({ id, slug }) => [id, slug]));
  return {
    services: offered.filter(isBookable).map((service) => ({
      slug: service.slug,
      title: service.title,
      lengths: service.lengths.map(({ minutes, label }) => ({ minutes, label })),
      usual: service.lengths.some(({ minutes }) => minutes === usualOf.get(service.id)),
      therapists: service.therapistIds.flatMap((id) => slugOf.get(id) ?? []),
    })),
    therapists: therapists.map(({ slug, name }) => ({ slug, name })),
  };
}
