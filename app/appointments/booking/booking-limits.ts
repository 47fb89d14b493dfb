import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

/** What bookings that nobody has proven take of one day: how many, and their minutes with buffers. */
export type DayShare = { bookings: number; minutes: number };

/** The counts that the limits look at: future bookings by email address and phone, and recent ones. */
export type Standing = {
  byEmail: number;
  byPhone: number;
  /** Confirmed or pending bookings from one network address within a day. */
  byOrigin: number;
  /** All online bookings within the last hour, and within a day. */
  lastHour: number;
  lastDay: number;
  /** The same form was sent before, and its link waits. */
  hasRequest: boolean;
  /** Of the day that is booked: unproven bookings of the last hour with all holds, and those of a day. */
  dayInHour: DayShare;
  dayInDay: DayShare;
};

/** Open holds of one person, by whichever detail has most, and of everyone. */
export type OpenHolds = { ofPerson: number; all: number };

type Limits = Pick<
  BookingRules,
  "openPerEmail" | "openPerPhone" | "bookingsPerOrigin" | "burstPerHour" | "burstPerDay" | "unprovenPercent"
>;

const HOLDS_OF_PERSON = 3;
const MOST_HOLDS = 10;

const LEAST_IN_HOUR = 2;
const LEAST_IN_DAY = 4;
const DAY_OVER_HOUR = 2.5;

/** So many bookings that guests must confirm by email. */
export function isBurst(
  { lastHour, lastDay }: Pick<Standing, "lastHour" | "lastDay">,
  rules: Pick<Limits, "burstPerHour" | "burstPerDay">,
): boolean {
  return lastHour >= rules.burstPerHour || lastDay >= rules.burstPerDay;
}

/** Whether a booking must be confirmed by email, by counts alone. `isProven`: the address has been verified. */
export function needsPress(standing: Standing, { rules, isProven }: { rules: Limits; isProven: boolean }): boolean {
  const { byEmail, byPhone, byOrigin } = standing;
  if (byEmail >= rules.openPerEmail || byPhone >= rules.openPerPhone || byOrigin >= rules.bookingsPerOrigin)
    return true;
  return !isProven && isBurst(standing, rules);
}

/** Whether a day has so few unproven bookings that its free time need not be counted. */
export function isQuietDay({ dayInHour, dayInDay }: Pick<Standing, "dayInHour" | "dayInDay">): boolean {
  return dayInHour.bookings < LEAST_IN_HOUR && dayInDay.bookings < LEAST_IN_DAY;
}

type Booking = { minutes: number; freeMinutes: number; percent: number };

/** Whether a guest's booking may stand without a link, by what others have taken of the day. */
export function fitsDay(standing: Pick<Standing, "dayInHour" | "dayInDay">, booking: Booking): boolean {
  const inDay = { ...booking, percent: booking.percent * DAY_OVER_HOUR };
  return fitsHour(standing, booking) && fits(standing.dayInDay, inDay, LEAST_IN_DAY);
}

/** Whether the time may be kept while the link in the email is not opened yet. */
export function mayHold(standing: Pick<Standing, "dayInHour">, holds: OpenHolds, booking: Booking): boolean {
  return holds.ofPerson < HOLDS_OF_PERSON && holds.all < MOST_HOLDS && fitsHour(standing, booking);
}

function fitsHour({ dayInHour }: Pick<Standing, "dayInHour">, booking: Booking): boolean {
  return fits(dayInHour, booking, LEAST_IN_HOUR);
}

function fits(taken: DayShare, { minutes, freeMinutes, percent }: Booking, least: number): boolean {
  return taken.bookings < least || taken.minutes + minutes <= (freeMinutes * percent) / 100;
}
