import type { NextFree } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { localDateOf } from "#app/platform/date-time.ts";

export type NextTime = { start: number; zone: string; to: string };

/** A free time as a link to the booking page with everything chosen. */
export function nextTimeOf(free: NextFree | undefined, zone: string, therapist?: string): NextTime | null {
  if (!free) return null;
  const { start, service, minutes } = free;
  const day = localDateOf(start, zone);
  const choices = { service, minutes, therapist: therapist ?? null, day, start: new Date(start).toISOString() };
  return { start, zone, to: `/book?${queryFrom(choices)}` };
}
