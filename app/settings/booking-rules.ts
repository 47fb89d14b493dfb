import { z } from "zod";
import { isZone } from "#app/platform/zoned-time.ts";

const quantum = z.number().int().min(0).multipleOf(5);

/** Twenty-four months, with a leap day. */
export const MOST_DAYS_AHEAD = 731;

const limit = z.number().int().min(1).max(1000);

/** When a visitor may book. Durations in minutes, multiples of 5 (the quantum). */
export const bookingRules = z.object({
  zone: z.string().refine(isZone, "That time zone is not known").default("Europe/London"),
  slotInterval: quantum.min(5).default(15),
  /** Minimum notice before a start. */
  notice: quantum.default(120),
  horizonDays: z.number().int().min(1).max(MOST_DAYS_AHEAD).default(90),
  /** How long before the start a client may still change or cancel online. */
  changeNotice: quantum.default(1440),
  /** Whether a later change or cancellation may cost something; while it does not, the pages say so. */
  chargesLate: z.boolean().default(false),
  /** How many hours before the start the reminder goes out; 0 sends none. */
  reminderHours: z.number().int().min(0).max(336).default(48),
  /** Whether a visitor's booking stays Pending, with its time taken, until the practice confirms it. */
  waitsForConfirmation: z.boolean().default(false),
  /** How many open bookings one e-mail address and one phone number may have before the next needs a mailed link. */
  openPerEmail: limit.default(4),
  openPerPhone: limit.default(4),
  /** The same for one network address in a day. */
  bookingsPerOrigin: limit.default(8),
  /** From how many online bookings in an hour every guest needs a mailed link. */
  burstPerHour: limit.default(20),
  /** The same within a day: a patient flood stays below the hour's limit. */
  burstPerDay: limit.default(60),
  /** The share of a day’s free time that guests may book in an hour, in percent; beyond it they need a mailed link. */
  unprovenPercent: z.number().int().min(1).max(100).default(10),
  /** The letters before the references of new bookings. */
  referencePrefix: z
    .string()
    .regex(/^[A-Z]{2,4}$/)
    .default("REF"),
});

export type BookingRules = z.output<typeof bookingRules>;
