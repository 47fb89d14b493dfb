import { z } from "zod";
import { isZone } from "#app/platform/zoned-time.ts";

const quantum = z.number().int().min(0).multipleOf(5);

/** When a visitor may book. Durations in minutes, whole multiples of 5 (the quantum). */
export const bookingRules = z.object({
  zone: z.string().refine(isZone, "That time zone is not known").default("Europe/London"),
  slotInterval: quantum.min(5).default(15),
  /** Minimum notice before a start. */
  notice: quantum.default(120),
  horizonDays: z.number().int().min(1).max(366).default(90),
  /** How long before the start a client may still change or cancel without ringing. */
  changeNotice: quantum.default(1440),
  /** How many hours before the start a client is reminded; 0 reminds nobody. */
  reminderHours: z.number().int().min(0).max(336).default(48),
  /** Whether a visitor's booking waits as Pending, holding its time, until the practice confirms it. */
  waitsForConfirmation: z.boolean().default(false),
});

export type BookingRules = z.output<typeof bookingRules>;
