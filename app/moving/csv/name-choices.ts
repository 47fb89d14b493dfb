import { givenName } from "#app/platform/person-name.ts";
import { folded } from "#app/platform/search-text.ts";

/** In place of a therapist's slug: whoever of those who give it is free. */
export const ANYONE = "anyone";

const LENGTH = /(?:^|\D)(\d{2,3})\s*(?:minutes|minute|mins|min|m|['′’])?\s*\)?\s*$/i;

type Offered = { slug: string; title: string };
type Person = { slug: string; name: string };

/** The minutes that a service's name ends with: `Deep Tissue 60 min`. */
export function lengthIn(name: string): number | null {
  const found = LENGTH.exec(name);
  return found ? Number(found[1]) : null;
}

/** Our service of this name, its length aside; null if none or several are meant. */
export function guessService(name: string, services: readonly Offered[]): string | null {
  const target = plain(name);
  const same = services.filter(({ title }) => plain(title) === target);
  if (same[0]) return same[0].slug;
  const near = services.filter(({ title }) => {
    const ours = plain(title);
    return target !== "" && (ours.startsWith(`${target} `) || target.startsWith(`${ours} `));
  });
  return near.length === 1 ? (near[0]?.slug ?? null) : null;
}

/** Our therapist of this name, or of this first name if only one has it. */
export function guessTherapist(name: string, therapists: readonly Person[]): string | null {
  const target = folded(name);
  const same = therapists.filter((therapist) => folded(therapist.name) === target);
  if (same[0]) return same[0].slug;
  const near = therapists.filter((therapist) => folded(givenName(therapist.name)) === target);
  return near.length === 1 ? (near[0]?.slug ?? null) : null;
}

/** The choice for each name: what was chosen before, else our guess; empty: left out. */
export function namesChosen(
  names: readonly string[],
  before: Record<string, string>,
  guess: (name: string) => string | null,
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, before[name] ?? guess(name) ?? ""]));
}

function plain(name: string): string {
  return folded(name.replace(LENGTH, (all, digits: string) => all.slice(0, all.indexOf(digits))))
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
