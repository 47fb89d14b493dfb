import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Place } from "#app/diary/series/check-series.ts";
import { readWallTime, type WallTime } from "#app/platform/wall-time.ts";
import { addDays, daysBetween, localDateOf } from "#app/platform/zoned-time.ts";

/** An appointment and the later ones of its series that still stand and have not begun, by their place. */
export function followingOf(from: Appointment, all: readonly Appointment[], now: number): Appointment[] {
  const place = from.series?.position ?? 0;
  const later = all.filter(
    ({ series, status, start }) => (series?.position ?? 0) > place && viewStatus(status) !== "Cancelled" && start > now,
  );
  return [from, ...later];
}

/** Where the first one goes; the others go by as many days, to the same wall time. `therapistId` null: each keeps theirs. */
export type Shift = WallTime & { therapistId: string | null };

/** Invalid when the clocks skip one of the new times, or one happens twice and `which` does not say which. */
export function targetsOf(following: readonly Appointment[], shift: Shift, zone: string) {
  const [first] = following;
  const days = first ? daysBetween(localDateOf(first.start, zone), shift.day) : 0;
  const targets: Place[] = [];
  for (const { start, therapistId } of following) {
    const at = readWallTime({ ...shift, day: addDays(localDateOf(start, zone), days) }, zone);
    if (at.kind === "invalid") return at;
    targets.push({ start: at.start, therapistId: shift.therapistId ?? therapistId });
  }
  return { kind: "targets" as const, targets };
}

export function blockOf({ blockStart, blockEnd }: Appointment): Interval {
  return { start: blockStart, end: blockEnd };
}
