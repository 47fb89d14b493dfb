import type { Picture } from "#app/media/picture.ts";
import { givenName, initialledName } from "#app/platform/person-name.ts";

export type Therapist = {
  id: string;
  slug: string;
  name: string;
  short: string;
  role: string;
  bio: string;
  picture: Picture | null;
};

/** What a booking needs of a therapist. */
export type Giver = Pick<Therapist, "id" | "slug" | "name" | "short">;

type Named = Pick<Therapist, "id" | "name">;

/**
 * For narrow places, and unlike that of every other therapist of the practice: `Imogen`, else `Imogen H.`, else the whole
 * name, with a number when that is the same, too.
 */
export function shortNameOf(therapist: Named, everyone: readonly Named[]): string {
  const others = everyone.filter(({ id }) => id !== therapist.id);
  const whole = (name: string) => name.trim();
  const isSame = (one: string, other: string) => one.toLocaleLowerCase("en-GB") === other.toLocaleLowerCase("en-GB");
  for (const shorten of [givenName, initialledName, whole]) {
    const short = shorten(therapist.name);
    if (!others.some(({ name }) => isSame(shorten(name), short))) return short;
  }
  const namesakes = others.filter(({ name }) => isSame(whole(name), whole(therapist.name)));
  return `${whole(therapist.name)} ${1 + namesakes.filter(({ id }) => id < therapist.id).length}`;
}
