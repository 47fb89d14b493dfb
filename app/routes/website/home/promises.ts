import type { WordsOf } from "#app/content/page-words.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

/** Those promises that the settings make true. */
export function promisesOf(
  { price, change, late }: WordsOf<"home">["promise"],
  { changeNotice, chargesLate }: Pick<BookingRules, "changeNotice" | "chargesLate">,
): { title: string; text: string }[] {
  const kept = [price, ...(changeNotice > 0 ? [change] : []), ...(chargesLate ? [] : [late])];
  return kept.filter(({ title, text }) => title && text);
}
