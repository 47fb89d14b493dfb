import { priceInProse } from "#app/catalogue/price.ts";
import type { Service } from "#app/catalogue/service.ts";

/** `45, 60 or 90 min, from £48`; null for a service without a price. */
export function lengthsLine({ lengths }: Pick<Service, "lengths">): string | null {
  const prices = lengths.map(({ pricePence }) => pricePence);
  const [only] = prices;
  if (only === undefined) return null;
  const price = prices.length === 1 ? priceInProse(only) : `from ${priceInProse(Math.min(...prices))}`;
  return `${minutesInWords(lengths.map(({ minutes }) => minutes))} min, ${price}`;
}

function minutesInWords(minutes: readonly number[]): string {
  const [last, ...before] = minutes.toReversed();
  return before.length === 0 ? String(last) : `${before.reverse().join(", ")} or ${last}`;
}
