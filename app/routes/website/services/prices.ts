import { rangeInProse } from "#app/catalogue/quote.ts";
import { isBookable, pricesNow, type Service } from "#app/catalogue/service.ts";

export type PriceSort = "price" | "length" | null;

type Priced = Pick<Service, "slug" | "title" | "lengths" | "therapistIds" | "booking">;

export type PriceTable = ReturnType<typeof priceTable>;

export function sortFrom(query: URLSearchParams): PriceSort {
  const sort = query.get("sort");
  return sort === "price" || sort === "length" ? sort : null;
}

/**
 * What each service costs, a column for each length. Sorted by the lowest price, by the shortest length, or as the
 * practice has them; services without a price are left out.
 */
export function priceTable(services: readonly Priced[], sort: PriceSort) {
  const priced = services.filter(({ lengths }) => lengths.length > 0).map(rowOf);
  const lengths = [...new Set(priced.flatMap(({ prices }) => prices.map(({ minutes }) => minutes)))].sort(
    (one, other) => one - other,
  );
  if (sort === "price") priced.sort((a, b) => a.lowest - b.lowest || a.shortest - b.shortest);
  if (sort === "length") priced.sort((a, b) => a.shortest - b.shortest || a.lowest - b.lowest);
  const rows = priced.map(({ slug, title, isBookable, prices }) => {
    const cells = lengths.map(
      (length) => prices.find(({ minutes }) => minutes === length) ?? { minutes: length, price: null },
    );
    return { slug, title, isBookable, cells };
  });
  return { sort, lengths, rows };
}

function rowOf(service: Priced) {
  const ranges = pricesNow(service);
  const minutes = service.lengths.map((length) => length.minutes);
  return {
    slug: service.slug,
    title: service.title,
    isBookable: isBookable(service),
    lowest: Math.min(...ranges.map(({ lowest }) => lowest)),
    shortest: Math.min(...minutes),
    prices: ranges.map((range, nth) => ({ minutes: minutes[nth] ?? 0, price: rangeInProse(range) })),
  };
}
