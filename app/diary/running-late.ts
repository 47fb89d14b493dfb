import type { Attendance } from "#app/appointments/attendance.ts";

export const LATE_MINUTES = [5, 10, 15] as const;
export type LateMinutes = (typeof LATE_MINUTES)[number];

/** One appointment of a therapist's day. Instants are epoch ms. */
export type LateCandidate = { id: string; start: number; end: number; attendance: Attendance };

/** `minutes`: how much later than booked it begins. */
export type Delay = { id: string; minutes: number };

const MINUTE_MS = 60_000;

/**
 * Whom a delay of one appointment reaches: itself while it has not begun, then each that the one before runs into, until
 * a gap takes the rest up. `day`: that therapist's appointments, in any order. Whoever is here already needs no email.
 */
export function delaysFrom(
  day: readonly LateCandidate[],
  { id, minutes, now }: { id: string; minutes: number; now: number },
): Delay[] {
  const first = day.find((row) => row.id === id);
  if (!first) return [];
  const later = day
    .filter((row) => row.id !== id && row.start >= first.start && row.attendance !== "missed")
    .sort((a, b) => a.start - b.start);
  const delays: Delay[] = [];
  let free = first.end + minutes * MINUTE_MS;
  if (first.start > now && first.attendance === "expected") delays.push({ id, minutes });
  for (const row of later) {
    const late = free - row.start;
    if (late <= 0) break;
    if (row.attendance === "expected" && row.start > now)
      delays.push({ id: row.id, minutes: Math.ceil(late / MINUTE_MS) });
    free = row.end + late;
  }
  return delays;
}
