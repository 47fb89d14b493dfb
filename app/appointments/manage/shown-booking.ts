import { readableReference, shownStatus } from "#app/appointments/appointment.ts";
import { calendarLinks } from "#app/appointments/calendar/calendar-links.ts";
import type { Managed } from "#app/appointments/manage/managed.ts";
import { queryFrom } from "#app/appointments/scheduler/choices-query.ts";
import { localeTimes, timeInWords } from "#app/appointments/time-words.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import { addressLine } from "#app/settings/business.ts";
import { reachOf } from "#app/settings/reach.ts";

/** What the page of a booking shows: plain text and addresses. */
export type ShownBooking = ReturnType<typeof shownBooking>;

/** `locale` is the viewer's, for the date and the time of the heading. Contact details are left out. */
export function shownBooking(managed: Managed, locale: string) {
  const { appointment, therapist, business, zone, url, window, changeUntil, over, service } = managed;
  return {
    ...localeTimes(appointment.start, zone, locale),
    when: timeInWords(appointment.start, zone),
    status: shownStatus(appointment.status),
    service: appointment.serviceTitle,
    minutes: appointment.minutes,
    therapist: therapist?.name ?? null,
    price: priceInFull(appointment.pricePence),
    reference: readableReference(appointment.reference),
    address: addressLine(business),
    directions: business.directions,
    phone: reachOf(business).phone,
    calendars: calendarLinks(appointment, business),
    path: new URL(url).pathname,
    bookAgain: bookAgainPath({ service, minutes: appointment.minutes, therapist: therapist?.slug ?? null }),
    ...{ window, over, changeUntil: timeInWords(changeUntil, zone) },
  };
}

/** The booking page with the same choices; plain when the service is no longer offered. */
export function bookAgainPath(choices: { service: string | null; minutes: number; therapist: string | null }): string {
  return choices.service ? `/book?${queryFrom(choices)}` : "/book";
}
