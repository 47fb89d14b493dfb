import { priceInProse } from "#app/catalogue/price.ts";
import type { Service } from "#app/catalogue/service.ts";

/** The price of each length, on one line: `45 min £48, 60 min £58, 90 min £82`; empty for what has no price. */
export function pricesLine({ lengths }: Pick<Service, "lengths">): string {
  return lengths.map(({ minutes, pricePence }) => `${minutes} min ${priceInProse(pricePence)}`).join(", ");
}
