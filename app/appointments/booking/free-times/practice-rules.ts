import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

const HUNDRED_YEARS = 36_500;

/** The rules for the practice's own bookings: notice and horizon apply to visitors only (docs/decisions/0040). */
export function practiceRules<Rules extends Pick<BookingRules, "notice" | "horizonDays">>(rules: Rules): Rules {
  return { ...rules, notice: 0, horizonDays: HUNDRED_YEARS };
}
