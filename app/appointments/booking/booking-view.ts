import { type Appointment, placeInWords, readableReference, viewStatus } from "#app/appointments/appointment.ts";
import { isOpen, paidOf } from "#app/appointments/booking/booking-hold.ts";
import { changeRule } from "#app/appointments/booking/change-rule.ts";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import type { Managed } from "#app/appointments/requests/manage-link.ts";
import { payWhere, placeOf, publicPlaceOf, titleOf } from "#app/appointments/venue.ts";
import { dateWords, localDateOf, localeMoment, localeTimes, relativeDay } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import type { Business } from "#app/settings/schemas/business.ts";

/** Plain text and addresses for a booking's page. */
export type BookingView = ReturnType<typeof viewBooking>;

/** `locale` is the viewer's, for the heading's date and time. Contact details are left out. */
export function viewBooking(managed: Managed, locale: string) {
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
    feePercent,
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
    status: viewStatus(appointment.status),
    /** The time by which it must be confirmed by email; null when it need not be. */
    holdUntil: isOpen(hold) ? localeTimes(hold.until, zone, locale).time : null,
    /** It was not confirmed in time, and its time is free again. */
    isReleased: hold !== null && hold.releasedAt !== null,
    service: appointment.serviceTitle,
    minutes: appointment.minutes,
    therapist: therapist?.name ?? null,
    price: priceInFull(appointment.pricePence),
    /** What was paid when booking, and what is left. */
    paid: paidOf(hold) > 0 ? priceInFull(paidOf(hold)) : null,
    left: priceInFull(Math.max(0, appointment.pricePence - paidOf(hold))),
    practicalNote: appointment.practicalNote,
    /** `3 of 6`; null for one that was booked on its own. */
    series: placeInWords(appointment.series),
    reference: readableReference(appointment),
    location: placeOf(appointment.venue, business),
    /** `by card or cash, at the practice`. */
    payment: [pay && `by ${pay}`, payWhere(appointment.venue)].filter(Boolean).join(", "),
    /** How we get in, as the client wrote it. */
    access: appointment.venue.visit?.access || null,
    /** `Tue 24 Nov` or `Tomorrow`, `10:30` and the therapist's short name. */
    ring: {
      day: shortDay(appointment.start, { zone, locale, now }),
      time: localeTimes(appointment.start, zone, locale).time,
      therapist: therapist?.short ?? null,
    },
    phone: getContactLinks(business).phone,
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
    rule: changeRule(appointment.start, { now, rules: { zone, changeNotice, chargesLate, feePercent }, locale }),
  };
}

/** `Fri 4 Dec`, `Today` or `Tomorrow`. */
function shortDay(instant: number, { zone, locale, now }: { zone: string; locale: string; now: number }): string {
  const date = localDateOf(instant, zone);
  const relative = relativeDay(date, localDateOf(now, zone));
  return relative ?? dateWords(date, locale, { weekday: "short", day: "numeric", month: "short" });
}

/** The booking page with the same choices, or without any when the service is no longer offered. */
export function bookAgainPath(choices: { service: string | null; minutes: number; therapist: string | null }): string {
  return choices.service ? `/book?${queryFrom(choices)}` : "/book";
}

type Booked = Pick<Appointment, "start" | "end" | "reference" | "referencePrefix" | "venue">;

/**
 * Links that open an appointment in a web calendar, times in UTC. Other companies read them, so they leave out the
 * treatment, the manage link and the client's address.
 */
export function calendarLinks(appointment: Booked, business: Business): { label: string; href: string }[] {
  const title = titleOf(appointment.venue, business);
  const { address: location, directions } = publicPlaceOf(appointment.venue, business);
  const details = `Reference ${readableReference(appointment)}. ${directions}`.trim();
  const [start = "", end = ""] = [appointment.start, appointment.end].map((at) => new Date(at).toISOString());
  return [
    {
      label: "Google Calendar",
      href: linkOf("https://calendar.google.com/calendar/render", {
        action: "TEMPLATE",
        dates: `${compact(start)}/${compact(end)}`,
        text: title,
        details,
        location,
      }),
    },
    {
      label: "Outlook",
      href: linkOf("https://outlook.live.com/calendar/0/action/compose", {
        path: "/calendar/action/compose",
        rru: "addevent",
        allday: "false",
        startdt: start,
        enddt: end,
        subject: title,
        body: details,
        location,
      }),
    },
  ];
}

/** `2026-12-01T10:00:00.000Z` as `20261201T100000Z`. */
function compact(instant: string): string {
  return instant.replace(/[-:]|\.\d+/g, "");
}

// Spaces as %20: Outlook shows a plus as a plus.
function linkOf(address: string, query: Record<string, string>): string {
  return `${address}?${new URLSearchParams(query)}`.replaceAll("+", "%20");
}
