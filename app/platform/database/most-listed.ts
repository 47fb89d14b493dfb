/** A list goes no further, and counts no further: what lies beyond is found by narrowing it (decisions/0411). */
export const MOST_LISTED = 10_000;

/** `1,234`, or `more than 10,000` of what was counted no further. */
export function countedInWords(total: number, most = MOST_LISTED): string {
  return `${total > most ? "more than " : ""}${Math.min(total, most).toLocaleString("en-GB")}`;
}
