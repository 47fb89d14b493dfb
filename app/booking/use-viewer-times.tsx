import type { Scheduler } from "#app/booking/scheduler.ts";
import { dateFormat } from "#app/platform/date-format.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/**
 * Each time in the viewer's own zone, where it differs from the practice's. Empty on the server, which doesn't know the
 * viewer's zone.
 */
export function useViewerTimes({ times, zone, locale }: Scheduler): Map<string, string> {
  if (!useHydrated()) return new Map();
  const here = dateFormat(locale, { timeStyle: "short" });
  const sameClock = (instant: number) => wallTime(instant) === wallTime(instant, zone);
  const differing = times.filter((time) => !sameClock(Date.parse(time.start)));
  return new Map(differing.map((time) => [time.start, here.format(Date.parse(time.start))]));
}

function wallTime(instant: number, timeZone?: string): string {
  return dateFormat("en-GB", { dateStyle: "short", timeStyle: "short", timeZone }).format(instant);
}
