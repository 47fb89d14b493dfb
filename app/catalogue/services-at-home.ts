import type { Service } from "#app/catalogue/service.ts";

/** The specification's three cards, by slug. */
const SPECIFIED = ["deep-tissue-massage", "sport-foot-massage", "injury-rehabilitation"];

/**
 * The services whose cards stand on the home page, in order: those that the practice chose (`chosen`: slugs) as far as
 * they are shown to visitors, or else the specification's three, filled up from the list.
 */
export function servicesAtHome<Shown extends Pick<Service, "slug">>(
  services: readonly Shown[],
  chosen: readonly string[],
): Shown[] {
  const own = chosen.flatMap((slug) => services.find((service) => service.slug === slug) ?? []);
  if (own.length > 0) return own;
  const wanted = SPECIFIED.flatMap((slug) => services.find((service) => service.slug === slug) ?? []);
  const others = services.filter((service) => !wanted.includes(service));
  return [...wanted, ...others].slice(0, SPECIFIED.length);
}
