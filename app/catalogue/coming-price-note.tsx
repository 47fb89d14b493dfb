import { type ComingPrice, rangeInProse } from "#app/catalogue/quote.ts";
import { dateInWords } from "#app/platform/date-time.ts";

/** `From 1 January 2027: £62`, beside the present price. */
export function ComingPriceNote({ coming }: { coming: ComingPrice | null }) {
  if (!coming) return null;
  return (
    <span className="block text-sm font-normal text-ink-soft">
      From {dateInWords(coming.from, { day: "numeric", month: "long", year: "numeric" })}: {rangeInProse(coming.after)}
    </span>
  );
}
