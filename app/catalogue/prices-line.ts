import { NOW, pricesOn, rangeInProse } from "#app/catalogue/quote.ts";
import type { Service, ServiceLength } from "#app/catalogue/service.ts";

/** `45 min £48, 60 min £58, 90 min £82`; empty for a service without a price. */
export function pricesLine({ lengths, therapistIds }: Pick<Service, "lengths" | "therapistIds">): string {
  const price = (length: ServiceLength) => rangeInProse(pricesOn(length, { therapistIds, date: NOW }));
  return lengths.map((length) => `${length.minutes} min ${price(length)}`).join(", ");
}
