import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";

export function queryFrom(choices: Partial<Choices>): string {
  const pairs = Object.entries(choices).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]]));
  return new URLSearchParams(pairs).toString();
}
