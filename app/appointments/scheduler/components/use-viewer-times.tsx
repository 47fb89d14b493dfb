import type { TimeCell } from "#app/appointments/scheduler/scheduler.ts";
import { dateFormat } from "#app/platform/date-format.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/**
 * Each time as the clock on the viewer's wall shows it, where that differs from the practice's. Empty on the
 * server, which doesn't know where the viewer is.
 */
export function useViewerTimes(times: readonly TimeCell[], zone: string): Map<string, string> {
  if (!useHydrated()) return new Map();
  const here = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
  const sameClock = (instant: number) => wallTime(instant) === wallTime(instant, zone);
  const differing = times.filter((time) => !sameClock(Date.parse(time.start)));
  return new Map(differing.map((time) => [time.start, here.format(Date.parse(time.start))]));
}

function wallTime(instant: number, timeZone?: string): string {
  return dateFormat("en-GB", { dateStyle: "short", timeStyle: "short", timeZone }).format(instant);
}
