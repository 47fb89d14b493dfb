import { addDays } from "#app/platform/date-time.ts";
import { priceInFull, priceInProse } from "#app/platform/money-words.ts";

/** A price from a local date on, of one therapist, or both. Null: always, everybody's. */
export type PriceRule = { therapistId: string | null; from: string | null; pricePence: number };

/** A rule with the length whose price it is. */
export type FurtherPrice = PriceRule & { minutes: number };

export function furtherPrices(lengths: readonly (Priced & { minutes: number })[]): FurtherPrice[] {
  return lengths.flatMap(({ minutes, rules = [] }) => rules.map((rule) => ({ ...rule, minutes })));
}

/** A length: everybody's price of today, and the rules beside it. */
export type Priced = { pricePence: number; rules?: readonly PriceRule[] };

export type PriceRange = { lowest: number; highest: number };

/** A change of price that is near: until the day before, and from then on. */
export type ComingPrice = { from: string; now: PriceRange; after: PriceRange };

/** Before every date: asks for the prices that hold already, of lists that name no day. */
export const NOW = "";

// So far ahead a change is shown beside the present price.
const NEAR_DAYS = 30;

/**
 * What an appointment on a local date costs with a therapist: their own price before everybody's, and of each the one
 * that began last.
 */
export function priceOn(length: Priced, { therapistId, date }: { therapistId: string | null; date: string }): number {
  const own = therapistId === null ? null : latest(length, { therapistId, date });
  return (own ?? latest(length, { therapistId: null, date }))?.pricePence ?? length.pricePence;
}

export function pricesOn(
  length: Priced,
  { therapistIds, date }: { therapistIds: readonly string[]; date: string },
): PriceRange {
  const each = therapistIds.length === 0 ? [null] : therapistIds;
  const prices = each.map((therapistId) => priceOn(length, { therapistId, date }));
  return { lowest: Math.min(...prices), highest: Math.max(...prices) };
}

type ForTwo = { therapistIds: readonly string[]; date: string; firstId: string | null };

/** What two appointments at one time cost with the cheapest two of these therapists. `firstId`: who was chosen for one. */
export function priceForTwo(length: Priced, { therapistIds, date, firstId }: ForTwo): number {
  const prices = therapistIds
    .filter((therapistId) => therapistId !== firstId)
    .map((therapistId) => priceOn(length, { therapistId, date }))
    .sort((one, other) => one - other);
  const [first = 0, second = first] = firstId ? [priceOn(length, { therapistId: firstId, date }), ...prices] : prices;
  return first + second;
}

/** Of these therapists, those who cost least: whom somebody gets who asks for anyone. */
export function cheapest(
  length: Priced,
  { therapistIds, date }: { therapistIds: readonly string[]; date: string },
): string[] {
  const { lowest } = pricesOn(length, { therapistIds, date });
  return therapistIds.filter((therapistId) => priceOn(length, { therapistId, date }) === lowest);
}

/** The next change within 30 days of a local date, if any of these therapists' prices changes then. */
export function comingPrice(
  length: Priced,
  { therapistIds, today }: { therapistIds: readonly string[]; today: string },
): ComingPrice | null {
  const days = (length.rules ?? []).flatMap(({ from }) => from ?? []);
  const near = days.filter((day) => day > today && day <= addDays(today, NEAR_DAYS)).sort();
  for (const from of new Set(near)) {
    const now = pricesOn(length, { therapistIds, date: addDays(from, -1) });
    const after = pricesOn(length, { therapistIds, date: from });
    if (now.lowest !== after.lowest || now.highest !== after.highest) return { from, now, after };
  }
  return null;
}

/** `£58`, or `from £58` where therapists differ. */
export function rangeInProse({ lowest, highest }: PriceRange): string {
  return lowest === highest ? priceInProse(lowest) : `from ${priceInProse(lowest)}`;
}

/** `£58.00`, or `from £58.00`. */
export function rangeInFull({ lowest, highest }: PriceRange): string {
  return lowest === highest ? priceInFull(lowest) : `from ${priceInFull(lowest)}`;
}

function latest({ rules = [] }: Priced, { therapistId, date }: { therapistId: string | null; date: string }) {
  const holding = rules.filter((rule) => rule.therapistId === therapistId && (rule.from ?? NOW) <= date);
  return holding.sort((a, b) => ((a.from ?? NOW) < (b.from ?? NOW) ? 1 : -1))[0];
}
