import { queryFrom } from "#app/appointments/scheduler/choices-query.ts";
import { shortTimeInWords } from "#app/appointments/time-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

/** A free time in words, and the booking page with it chosen. */
export type NextTime = { words: string; to: string };

type Free = { start: number; zone: string; service: string; minutes: number };

export function nextTimeOf(free: Free | null): NextTime | null {
  if (!free) return null;
  const { start, zone, service, minutes } = free;
  const choices = { service, minutes, day: localDateOf(start, zone), start: new Date(start).toISOString() };
  return { words: shortTimeInWords(start, zone), to: `/book?${queryFrom(choices)}` };
}
