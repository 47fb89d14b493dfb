import { priceInProse } from "#app/catalogue/price.ts";
import type { Service } from "#app/catalogue/service.ts";

/** `45 min £48, 60 min £58, 90 min £82`; empty for a service without a price. */
export function pricesLine({ lengths }: Pick<Service, "lengths">): string {
  return lengths.map(({ minutes, pricePence }) => `${minutes} min ${priceInProse(pricePence)}`).join(", ");
}
