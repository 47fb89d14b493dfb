/**
 * Of the free therapists, the one with the fewest bookings that day (0 if missing from `bookings`), then the first in
 * the list. Null when nobody is free.
 */
export function pickTherapist(free: readonly string[], bookings: ReadonlyMap<string, number>): string | null {
  let picked: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const id of free) {
    const count = bookings.get(id) ?? 0;
    if (count < fewest) {
      picked = id;
      fewest = count;
    }
  }
  return picked;
}
