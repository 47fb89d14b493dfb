import { NOW, pricesOn, rangeInProse } from "#app/catalogue/quote.ts";
import { pricesNow, type Service, type ServiceLength } from "#app/catalogue/service.ts";
import { priceInProse } from "#app/platform/money-words.ts";

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

/** `45 min £48, 60 min £58, 90 min £82`; empty for a service without a price. */
export function pricesLine({ lengths, therapistIds }: Pick<Service, "lengths" | "therapistIds">): string {
  const price = (length: ServiceLength) => rangeInProse(pricesOn(length, { therapistIds, date: NOW }));
  return lengths.map((length) => `${length.minutes} min ${price(length)}`).join(", ");
}
