/**
 * Who gives an appointment that 'anyone' may give: of those free, who has the fewest bookings that day (none when
 * not in `bookings`), then who is listed first. Null when nobody is free.
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
