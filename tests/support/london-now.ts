import { systemClock } from "#app/platform/clock.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";

const ZONE = "Europe/London";

/** Today in London. */
export const londonToday = (): string => localDateOf(systemClock.now(), ZONE);

/** The day and the last quarter of an hour in London: whoever came then for an hour is here for 45 minutes at least. */
export function lastQuarter(): { day: string; time: string } {
  const now = systemClock.now();
  const quarter = now - (now % (15 * 60_000));
  const time = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, hour: "2-digit", minute: "2-digit" }).format(quarter);
  return { day: localDateOf(quarter, ZONE), time };
}
