import { holds } from "#app/availability/interval.ts";
import type { Hours } from "#app/availability/opening-hours.ts";
import { stretchesOf } from "#app/availability/stretch.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

/** An upcoming appointment, as far as hours are concerned with it. Instants are epoch ms. */
export type Upcoming = {
  id: string;
  therapistId: string;
  start: number;
  end: number;
  name: string | null;
  serviceTitle: string;
};

type HoursOf = ReadonlyMap<string, Hours>;

/**
 * The appointments that stood in working time and no longer do. One that the practice booked outside its hours on
 * purpose was never in them, so it is not stranded by a change.
 */
export function strandedBy(
  { before, after, zone }: { before: HoursOf; after: HoursOf; zone: string },
  upcoming: readonly Upcoming[],
): Upcoming[] {
  return upcoming.filter((appointment) => standsIn(before, appointment, zone) && !standsIn(after, appointment, zone));
}

function standsIn(hours: HoursOf, { therapistId, start, end }: Upcoming, zone: string): boolean {
  const own = hours.get(therapistId);
  if (!own) return false;
  return stretchesOf(own, localDateOf(start, zone), zone).some((stretch) => holds(stretch, { start, end }));
}
