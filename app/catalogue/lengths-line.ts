import { priceInProse } from "#app/catalogue/price.ts";
import { pricesNow, type Service } from "#app/catalogue/service.ts";

type Priced = Pick<Service, "lengths" | "therapistIds">;

/** `45, 60 or 90 min, from £48`; null for a service without a price. */
export function lengthsLine(service: Priced): string | null {
  return service.lengths.length === 0 ? null : `${lengthsOnly(service)}, ${pricesFrom(service)}`;
}

/** `45, 60 or 90 min`. */
export function lengthsOnly({ lengths }: Pick<Service, "lengths">): string {
  const [last, ...before] = lengths.map(({ minutes }) => minutes).toReversed();
  return `${before.length === 0 ? last : `${before.reverse().join(", ")} or ${last}`} min`;
}

/** `from £48`, or `£62` for a single length that costs the same with everybody. */
export function pricesFrom(service: Priced): string {
  const prices = pricesNow(service);
  const lowest = Math.min(...prices.map((price) => price.lowest));
  const isOne = prices.length === 1 && prices[0]?.highest === lowest;
  return isOne ? priceInProse(lowest) : `from ${priceInProse(lowest)}`;
}
