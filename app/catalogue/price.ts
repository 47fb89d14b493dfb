/** Pence as booking shows them: `£58.00`. */
export function priceInFull(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}

/** Pence as prose shows them: `£58`, or `£58.50`. */
export function priceInProse(pence: number): string {
  return pence % 100 === 0 ? `£${pence / 100}` : priceInFull(pence);
}

/** Pence as programs read them: `58.00` (schema.org's decimal form). */
export function priceInPounds(pence: number): string {
  return (pence / 100).toFixed(2);
}
