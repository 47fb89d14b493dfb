import { queryFrom } from "#app/booking/choices-query.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

export type NextTime = { start: number; zone: string; to: string };

type Free = { start: number; zone: string; service: string; minutes: number };

export function nextTimeOf(free: Free | null): NextTime | null {
  if (!free) return null;
  const { start, zone, service, minutes } = free;
  const choices = { service, minutes, day: localDateOf(start, zone), start: new Date(start).toISOString() };
  return { start, zone, to: `/book?${queryFrom(choices)}` };
}
