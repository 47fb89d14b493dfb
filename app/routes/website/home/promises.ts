import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";
import type { WordsOf } from "#app/site/page-words.ts";

/** Those promises that the settings make true. */
export function promisesOf(
  { price, change, late }: WordsOf<"home">["promise"],
  { changeNotice, chargesLate }: Pick<BookingRules, "changeNotice" | "chargesLate">,
): { title: string; text: string }[] {
  const kept = [price, ...(changeNotice > 0 ? [change] : []), ...(chargesLate ? [] : [late])];
  return kept.filter(({ title, text }) => title && text);
}
