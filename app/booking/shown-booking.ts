import { readableReference, shownStatus } from "#app/appointments/appointment.ts";
import { isOpen } from "#app/appointments/booking-hold.ts";
import { calendarLinks } from "#app/appointments/calendar-links.ts";
import type { Managed } from "#app/appointments/manage-link.ts";
import { placeInWords } from "#app/appointments/series-place.ts";
import { localeMoment, localeTimes } from "#app/appointments/time-words.ts";
import { placeOf } from "#app/appointments/venue.ts";
import { payWhere } from "#app/appointments/venue-words.ts";
import { changeRule } from "#app/booking/change-rule.ts";
import { queryFrom } from "#app/booking/choices-query.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import { dateWords } from "#app/platform/day-in-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { reachOf } from "#app/settings/reach.ts";

/** Plain text and addresses for a booking's page. */
export type ShownBooking = ReturnType<typeof shownBooking>;

/** `locale` is the viewer's, for the heading's date and time. Contact details are left out. */
export function shownBooking(managed: Managed, locale: string) {
  const {
    appointment,
    therapist,
    business,
    zone,
    url,
    window,
    changeUntil,
    changeNotice,
    chargesLate,
    now,
    over,
    service,
    hold,
    pay,
  } = managed;
  return {
    ...localeTimes(appointment.start, zone, locale),
    sequence: appointment.sequence,
    when: localeMoment(appointment.start, zone, locale),
    status: shownStatus(appointment.status),
    /** The time by which it must be confirmed by e-mail; null when it need not be. */
    heldUntil: isOpen(hold) ? localeTimes(hold.until, zone, locale).time : null,
    /** It was not confirmed in time, and its time is free again. */
    isReleased: hold !== null && hold.releasedAt !== null,
    service: appointment.serviceTitle,
    minutes: appointment.minutes,
    therapist: therapist?.name ?? null,
    price: priceInFull(appointment.pricePence),
    practicalNote: appointment.practicalNote,
    /** `3 of 6`; null for one that was booked on its own. */
    series: placeInWords(appointment.series),
    reference: readableReference(appointment),
    location: placeOf(appointment.venue, business),
    /** `by card or cash, at the practice`. */
    payment: [pay && `by ${pay}`, payWhere(appointment.venue)].filter(Boolean).join(", "),
    /** How we get in, as the client wrote it. */
    access: appointment.venue.visit?.access || null,
    /** `Tue 24 Nov`, `10:30` and the therapist's short name. */
    ring: {
      day: shortDay(appointment.start, zone, locale),
      time: localeTimes(appointment.start, zone, locale).time,
      therapist: therapist?.short ?? null,
    },
    phone: reachOf(business).phone,
    calendars: calendarLinks(appointment, business),
    path: new URL(url).pathname,
    /** The whole link, to save. */
    url,
    bookAgain: bookAgainPath({ service, minutes: appointment.minutes, therapist: therapist?.slug ?? null }),
    window,
    over,
    /** It stands and has not begun; a held one does not stand yet. */
    isAhead: window !== "cancelled" && !over && !isOpen(hold),
    changeUntil: localeMoment(changeUntil, zone, locale),
    rule: changeRule(appointment.start, { now, rules: { zone, changeNotice, chargesLate }, locale }),
  };
}

function shortDay(instant: number, zone: string, locale: string): string {
  return dateWords(localDateOf(instant, zone), locale, { weekday: "short", day: "numeric", month: "short" });
}

/** The booking page with the same choices, or without any when the service is no longer offered. */
export function bookAgainPath(choices: { service: string | null; minutes: number; therapist: string | null }): string {
  return choices.service ? `/book?${queryFrom(choices)}` : "/book";
}
