import { z } from "zod";
import { isZone } from "#app/platform/date-time.ts";
import { requiredText, tickBox, wholeNumber } from "#app/platform/form-schemas.ts";

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
  /** How many open bookings one email address and one phone number may have before the next needs a mailed link. */
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

const prefix = requiredText("the letters", 10)
  .transform((typed) => typed.toUpperCase())
  .refine((letters) => /^[A-Z]{2,4}$/.test(letters), "Enter two to four letters, A to Z")
  .refine((letters) => !/[IO]/.test(letters), "Choose letters other than I and O: they are read as 1 and 0");

// Sixty days.
const MOST_NOTICE_HOURS = 1440;

/** When a visitor may book. The form takes hours and days; the rules count in minutes. */
export const rulesForm = z.object({
  slotInterval: wholeNumber("the time between starts", { least: 5, most: 240, unit: "minutes", step: 5 }),
  notice: wholeNumber("the notice", { least: 0, most: MOST_NOTICE_HOURS, unit: "hours" }).transform(
    (hours) => hours * 60,
  ),
  horizonDays: wholeNumber("how far ahead clients can book", { least: 1, most: MOST_DAYS_AHEAD, unit: "days" }),
  changeNotice: wholeNumber("the notice for changes", { least: 0, most: 336, unit: "hours" }).transform(
    (hours) => hours * 60,
  ),
  chargesLate: tickBox(),
  reminderHours: wholeNumber("the time between reminder and start", { least: 0, most: 336, unit: "hours" }),
  waitsForConfirmation: tickBox(),
  openPerEmail: wholeNumber("the limit for one email address", { least: 1, most: 1000, unit: "bookings" }),
  openPerPhone: wholeNumber("the limit for one phone number", { least: 1, most: 1000, unit: "bookings" }),
  bookingsPerOrigin: wholeNumber("the daily limit for one connection", { least: 1, most: 1000, unit: "bookings" }),
  burstPerHour: wholeNumber("the limit for an hour", { least: 1, most: 1000, unit: "bookings" }),
  burstPerDay: wholeNumber("the limit for a day", { least: 1, most: 1000, unit: "bookings" }),
  unprovenPercent: wholeNumber("the share of free time", { least: 1, most: 100, unit: "percent" }),
  referencePrefix: prefix,
});

export function rulesFormOf({ notice, changeNotice, ...rules }: BookingRules): object {
  const { slotInterval, horizonDays, chargesLate, reminderHours, waitsForConfirmation, ...others } = rules;
  const { referencePrefix } = others;
  const { openPerEmail, openPerPhone, bookingsPerOrigin, burstPerHour, burstPerDay, unprovenPercent } = others;
  const hours = { notice: Math.round(notice / 60), changeNotice: Math.round(changeNotice / 60), reminderHours };
  const limits = { openPerEmail, openPerPhone, bookingsPerOrigin, burstPerHour, burstPerDay, unprovenPercent };
  return { slotInterval, horizonDays, ...hours, chargesLate, waitsForConfirmation, referencePrefix, ...limits };
}
