import { priceInProse } from "#app/catalogue/price.ts";
import type { Service } from "#app/catalogue/service.ts";

type Priced = Pick<Service, "lengths">;

/** `45, 60 or 90 min, from £48`; null for a service without a price. */
export function lengthsLine(service: Priced): string | null {
  return service.lengths.length === 0 ? null : `${lengthsOnly(service)}, ${pricesFrom(service)}`;
}

/** `45, 60 or 90 min`. */
export function lengthsOnly({ lengths }: Priced): string {
  const [last, ...before] = lengths.map(({ minutes }) => minutes).toReversed();
  return `${before.length === 0 ? last : `${before.reverse().join(", ")} or ${last}`} min`;
}

/** `from £48`, or `£62` for a single length. */
export function pricesFrom({ lengths }: Priced): string {
  const lowest = priceInProse(Math.min(...lengths.map(({ pricePence }) => pricePence)));
  return lengths.length === 1 ? lowest : `from ${lowest}`;
}
