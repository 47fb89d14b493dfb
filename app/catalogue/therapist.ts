import type { Picture } from "#app/media/picture.ts";

/** A person who gives treatments. */
export type Therapist = { id: string; slug: string; name: string; role: string; bio: string; picture: Picture | null };

/** `Imogen Hartley` is `Imogen` where there is little room. */
export function firstNameOf(therapist: Pick<Therapist, "name">): string {
  return therapist.name.split(" ")[0] ?? therapist.name;
}
