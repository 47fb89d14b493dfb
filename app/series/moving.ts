import type { Appointment } from "#app/appointments/appointment.ts";
import type { Interval } from "#app/availability/interval.ts";
import { addDays, daysBetween, instantOf, localDateOf } from "#app/platform/zoned-time.ts";
import type { Place } from "#app/series/look-at-series.ts";

/** Where the first one goes; the others go by as many days, to the same wall time. `therapistId` null: each keeps theirs. */
export type Shift = { day: string; minute: number; therapistId: string | null };

export function targetsOf(following: readonly Appointment[], shift: Shift, zone: string): Place[] {
  const [first] = following;
  if (!first) return [];
  const days = daysBetween(localDateOf(first.start, zone), shift.day);
  return following.map(({ start, therapistId }) => ({
    start: instantOf(addDays(localDateOf(start, zone), days), shift.minute, zone),
    therapistId: shift.therapistId ?? therapistId,
  }));
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
