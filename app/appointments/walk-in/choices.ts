import { isBookable, type Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";

/** What the practice chooses from when it books: by slug, ready for the form. */
export type PracticeChoices = {
  services: { slug: string; title: string; lengths: { minutes: number; label: string }[]; therapists: string[] }[];
  therapists: { slug: string; name: string }[];
};

export function practiceChoices(services: readonly Service[], therapists: readonly Therapist[]): PracticeChoices {
  const slugOf = new Map(therapists.map(({ id, slug }) => [id, slug]));
  return {
    services: services.filter(isBookable).map((service) => ({
      slug: service.slug,
      title: service.title,
      lengths: service.lengths.map(({ minutes, label }) => ({ minutes, label })),
      therapists: service.therapistIds.flatMap((id) => slugOf.get(id) ?? []),
    })),
    therapists: therapists.map(({ slug, name }) => ({ slug, name })),
  };
}
