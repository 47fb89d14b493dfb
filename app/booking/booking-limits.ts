import type { BookingRules } from "#app/settings/booking-rules.ts";

/** The counts that the limits look at: future bookings by e-mail address and phone, and recent ones. */
export type Standing = {
  byEmail: number;
  byPhone: number;
  /** Confirmed or pending bookings from one network address within a day. */
  byOrigin: number;
  /** All online bookings within the last hour. */
  lastHour: number;
};

type Limits = Pick<BookingRules, "openPerEmail" | "openPerPhone" | "bookingsPerOrigin" | "burstPerHour">;

/** So many bookings that guests must confirm by e-mail. */
export function isBurst({ lastHour }: Pick<Standing, "lastHour">, rules: Pick<Limits, "burstPerHour">): boolean {
  return lastHour >= rules.burstPerHour;
}

/** Whether a booking must be confirmed by e-mail. `isProven`: the address has been verified. */
export function needsPress(standing: Standing, { rules, isProven }: { rules: Limits; isProven: boolean }): boolean {
  const { byEmail, byPhone, byOrigin } = standing;
  if (byEmail >= rules.openPerEmail || byPhone >= rules.openPerPhone || byOrigin >= rules.bookingsPerOrigin)
    return true;
  return !isProven && isBurst(standing, rules);
}
