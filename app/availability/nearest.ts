import type { FreeDay, FreeSlot } from "#app/availability/free-starts.ts";

/**
 * The `count` free slots nearest to the wanted start (epoch ms; of two equally near, the earlier), in order of time.
 */
export function nearestStarts(days: readonly FreeDay[], wanted: number, count: number): FreeSlot[] {
  return days
    .flatMap((day) => day.slots)
    .sort((a, b) => Math.abs(a.start - wanted) - Math.abs(b.start - wanted) || a.start - b.start)
    .slice(0, count)
    .sort((a, b) => a.start - b.start);
}
