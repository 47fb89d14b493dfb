/** The refusal of everything that `parsePrice` does not read. */
export const PRICE_ERROR = "Enter a price in pounds, like 48 or 48.50.";

const MOST_PENCE = 99_999_99;
const IN_FULL = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const WHOLE = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP", maximumFractionDigits: 0 });

/** `48`, `48.5`, `£48.50` or `1,250.00` in pence; null for anything else. A comma only parts thousands. */
export function parsePrice(typed: string): number | null {
  const match = /^£?(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  const pence = Number(match[1]?.replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return pence <= MOST_PENCE ? pence : null;
}

/** `£58.00`, on booking pages; `£1,250.00`; `−£58.00`, with a minus, not the hyphen that the format has. */
export function priceInFull(pence: number): string {
  return withMinus(IN_FULL.format(pence / 100));
}

/** `£58` or `£58.50`, in running text. */
export function priceInProse(pence: number): string {
  return pence % 100 === 0 ? withMinus(WHOLE.format(pence / 100)) : priceInFull(pence);
}

function withMinus(sum: string): string {
  return sum.replace("-", "\u2212");
}

/** `1,250.00`, in the field of a form that is labelled in pounds. */
export function priceInField(pence: number): string {
  return priceInFull(pence).replace("£", "");
}

/** `1250.00`, for machines (schema.org's decimal form). */
export function priceInPounds(pence: number): string {
  return (pence / 100).toFixed(2);
}
