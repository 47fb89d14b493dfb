import { REBOOKING_DAYS } from "#app/appointments/result-filter.ts";
import { daysBetween, localDateOf } from "#app/platform/zoned-time.ts";

const DAY_MS = 86_400_000;

/** An appointment of a client, or of none. */
export type ClientVisit = { start: number; clientId: string | null; stands: boolean };

/**
 * For each appointment, in order of time: whether its client had one before. `before`: the clients who had one before
 * the first of them.
 */
export function returningAmong(visits: readonly ClientVisit[], before: Iterable<string>): boolean[] {
  const seen = new Set(before);
  return visits.map(({ clientId, stands }) => {
    if (clientId === null) return false;
    const isReturning = seen.has(clientId);
    if (stands) seen.add(clientId);
    return isReturning;
  });
}

/**
 * For each appointment, in order of time: whether its client has a later one within six weeks, counted in local days.
 * `after`: what stands after the last of them, in order of time.
 */
export function followedAmong(
  visits: readonly ClientVisit[],
  { after, zone }: { after: readonly ClientVisit[]; zone: string },
): boolean[] {
  // Of each client the next start, and the one after it, for another at the same start.
  const coming = new Map<string, { start: number; later: number | null }>();
  const isFollowed = ({ start, clientId, stands }: ClientVisit): boolean => {
    if (clientId === null) return false;
    const known = coming.get(clientId);
    const next = known && (known.start > start ? known.start : known.later);
    if (stands && known?.start !== start) coming.set(clientId, { start, later: known?.start ?? null });
    return typeof next === "number" && isWithin(start, next, zone);
  };
  for (const visit of after.toReversed()) isFollowed(visit);
  return visits.toReversed().map(isFollowed).reverse();
}

function isWithin(start: number, next: number, zone: string): boolean {
  const days = (next - start) / DAY_MS;
  if (days < REBOOKING_DAYS - 1) return true;
  return days < REBOOKING_DAYS + 2 && daysBetween(localDateOf(start, zone), localDateOf(next, zone)) <= REBOOKING_DAYS;
}
