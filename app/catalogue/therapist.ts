import type { Picture } from "#app/media/picture.ts";

export type Therapist = { id: string; slug: string; name: string; role: string; bio: string; picture: Picture | null };

/** What a booking needs of a therapist. */
export type Giver = Pick<Therapist, "id" | "slug" | "name">;

/** For narrow places: `Imogen Hartley` becomes `Imogen`. */
export function firstNameOf(therapist: Pick<Therapist, "name">): string {
  return therapist.name.split(" ")[0] ?? therapist.name;
}
