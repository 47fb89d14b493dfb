import type { Appointment } from "#app/appointments/appointment.ts";
import type { Interval } from "#app/availability/interval.ts";
import { readWallTime, type WallTime } from "#app/platform/wall-time.ts";
import { addDays, daysBetween, localDateOf } from "#app/platform/zoned-time.ts";
import type { Place } from "#app/series/look-at-series.ts";

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

/** The same appointment at another place, as long as before, with its buffers. */
export function movedTo(appointment: Appointment, { start, therapistId }: Place): Appointment {
  const by = start - appointment.start;
  return {
    ...appointment,
    therapistId,
    start,
    end: appointment.end + by,
    blockStart: appointment.blockStart + by,
    blockEnd: appointment.blockEnd + by,
    sequence: appointment.sequence + 1,
  };
}

export function blockOf({ blockStart, blockEnd }: Appointment): Interval {
  return { start: blockStart, end: blockEnd };
}
