/** `£58.00`, on booking pages. */
export function priceInFull(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}

/** `£58` or `£58.50`, in running text. */
export function priceInProse(pence: number): string {
  return pence % 100 === 0 ? `£${pence / 100}` : priceInFull(pence);
}

/** `58.00`, for machines (schema.org's decimal form). */
export function priceInPounds(pence: number): string {
  return (pence / 100).toFixed(2);
}
