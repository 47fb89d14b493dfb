import { type Appointment, readableReference } from "#app/appointments/appointment.ts";
import { changeDeadline } from "#app/appointments/change-window.ts";
import { placeInWords, placeOf, venueForTeam } from "#app/appointments/venue.ts";
import { nameInMail } from "#app/mail/mail.ts";
import { dateFormat, dateWords, dayInWords, HOME, localDateOf, localeTime } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { givenName } from "#app/platform/person-name.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { partyOf } from "#app/settings/schemas/legal.ts";
import { waysToPay } from "#app/settings/schemas/practice-facts.ts";
import { type MailSender, mailSender } from "#app/settings/schemas/sender.ts";
import type { Settings } from "#app/settings/settings.ts";

/** All times are in the practice's zone. */
export type MailFacts = {
  sender: MailSender;
  /** `Sam`; empty if it does not look like a first name. */
  firstName: string;
  clientName: string;
  clientPhone: string;
  clientEmail: string;
  practicalNote: string | null;
  /** For mails to the practice, which leave out the client's address; null: at the practice. */
  venue: string | null;
  /** `Tuesday 24 November` */
  day: string;
  /** `Tuesday` */
  weekday: string;
  /** `10:30` */
  time: string;
  /** `Tue 24 Nov` and `11:30`, for the ring. */
  shortDay: string;
  end: string;
  /** `Tuesday 24 November 2026, 10:30 to 11:30, UK time (GMT)` */
  when: string;
  /** `10:30 on Monday 23 November`; null when it has passed. */
  freeUntil: string | null;
  service: string;
  minutes: number;
  price: string;
  /** What was paid when booking, and what is left to pay on the day; null: nothing was. */
  paid: { now: string; rest: string | null } | null;
  /** What may be charged to a card that is kept for it, as its client read it; null: none is kept. */
  kept: { ending: string; words: string } | null;
  /**
   * What was agreed when money or a session of a course paid for it, as its client read it; null: nothing has.
   * `isSettled`: it was cancelled since, and what the rule gives back is back.
   */
  prepaid: { isCourse: boolean; words: string; isSettled: boolean } | null;
  /** ` by card or cash`; empty while the practice has not stated it. */
  payBy: string;
  therapist: string;
  reference: string;
  /** Where it takes place, in one or two sentences. */
  place: string;
  /** Its address, how to find it, and a map of the way; null where there is no address for a map. */
  address: string;
  directions: string;
  mapHref: string | null;
  practiceEmail: string;
  companyName: string;
  manageUrl: string;
  /** Null: the practice asks for no form. */
  formUrl: string | null;
  /** Another appointment of this address that shares its time; null when there is none. */
  double: { when: string; manageUrl: string } | null;
};

type Sources = {
  appointment: Appointment;
  therapist: string;
  settings: Settings;
  siteUrl: string;
  manageUrl: string;
  now: number;
  double?: MailFacts["double"];
  paidPence?: number;
  kept?: MailFacts["kept"];
  prepaid?: MailFacts["prepaid"];
};

export function mailFacts({
  appointment,
  therapist,
  settings,
  siteUrl,
  manageUrl,
  now,
  double = null,
  paidPence = 0,
  kept = null,
  prepaid = null,
}: Sources): MailFacts {
  const { business, bookingRules } = settings;
  const { zone, changeNotice } = bookingRules;
  const deadline = changeDeadline(appointment.start, changeNotice);
  const day = dayOf(appointment.start, zone);
  const pay = waysToPay(settings.practiceFacts);
  const place = placeOf(appointment.venue, business);
  return {
    sender: mailSender(business, siteUrl),
    firstName: greetedAs(appointment.name),
    clientName: (appointment.name && nameInMail(appointment.name)) || "Unknown",
    clientPhone: appointment.phone ? readablePhone(appointment.phone) : "No Phone",
    clientEmail: appointment.email ?? "No Email",
    practicalNote: appointment.practicalNote,
    day,
    weekday: day.split(" ")[0] ?? day,
    time: timeOf(appointment.start, zone),
    shortDay: dateWords(localDateOf(appointment.start, zone), HOME, SHORT_DAY),
    end: timeOf(appointment.end, zone),
    when: whenInWords(appointment, zone),
    freeUntil: now < deadline ? `${timeOf(deadline, zone)} on ${dayOf(deadline, zone)}` : null,
    service: appointment.serviceTitle,
    minutes: appointment.minutes,
    price: priceInFull(appointment.pricePence),
    paid: paidPence > 0 ? paidInWords({ paidPence, pricePence: appointment.pricePence }) : null,
    kept,
    prepaid,
    payBy: pay && ` by ${pay}`,
    therapist,
    reference: readableReference(appointment),
    place: placeInWords(place),
    address: place.address,
    directions: place.directions,
    mapHref: place.mapHref,
    venue: venueForTeam(appointment.venue),
    practiceEmail: business.email,
    companyName: partyOf(business),
    manageUrl,
    formUrl: settings.health.on ? `${manageUrl}/form` : null,
    double,
  };
}

function paidInWords({ paidPence, pricePence }: { paidPence: number; pricePence: number }) {
  return { now: priceInFull(paidPence), rest: pricePence > paidPence ? priceInFull(pricePence - paidPence) : null };
}

const SHORT_DAY = { weekday: "short", day: "numeric", month: "short" } as const;

/** `Tuesday 24 November 2026, 10:30 to 11:30, UK time (GMT)`. */
export function whenInWords({ start, end }: { start: number; end: number }, zone: string): string {
  const day = dayInWords(localDateOf(start, zone), { year: true });
  return `${day}, ${timeOf(start, zone)} to ${timeOf(end, zone)}, ${zoneInWords(start, zone)}`;
}

/** `UK time (BST)`: the zone, with the abbreviation in use on that day. */
function zoneInWords(instant: number, zone: string): string {
  const city = zone === "Europe/London" ? "UK" : (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  const parts = dateFormat("en-GB", { timeZone: zone, timeZoneName: "short" }).formatToParts(instant);
  const clock = parts.find((part) => part.type === "timeZoneName")?.value;
  return clock ? `${city} time (${clock})` : `${city} time`;
}

function dayOf(instant: number, zone: string): string {
  return dayInWords(localDateOf(instant, zone));
}

export function timeOf(instant: number, zone: string): string {
  return localeTime(instant, zone, HOME);
}

const NAME = /^[\p{L}\p{M}'’-]{1,30}$/u;

/** Only if it looks like one: anybody can have a mail sent to anybody, with an advert as the name. */
function greetedAs(name: string | null): string {
  const first = givenName(name ?? "");
  return NAME.test(first) ? first : "";
}
