import { holds } from "#app/availability/interval.ts";
import { type Hours, stretchesOf } from "#app/availability/opening-hours.ts";
import { localDateOf } from "#app/platform/date-time.ts";

/** The parts of a coming appointment that matter to hours. Instants are epoch ms. */
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
 * The appointments that a change of hours moves out of working time. One that the practice booked outside its hours on
 * purpose does not count.
 */
export function strandedBy(
  { before, after, zone }: { before: HoursOf; after: HoursOf; zone: string },
  upcoming: readonly Upcoming[],
): Upcoming[] {
  return upcoming.filter((appointment) => standsIn(before, appointment, zone) && !standsIn(after, appointment, zone));
}

export function standsIn(hours: HoursOf, { therapistId, start, end }: Upcoming, zone: string): boolean {
  const own = hours.get(therapistId);
  if (!own) return false;
  return stretchesOf(own, localDateOf(start, zone), zone).some((stretch) => holds(stretch, { start, end }));
}
