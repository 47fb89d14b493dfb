import * as client from "#app/appointments/appointment.emails.tsx";
import { type Appointment, CONFIRMED } from "#app/appointments/appointment.ts";
import type { AppointmentMailId } from "#app/appointments/appointment-mail-texts.ts";
import { getNextNamed } from "#app/appointments/appointments.db.server.ts";
import * as linkMails from "#app/appointments/links.emails.tsx";
import { type MailFacts, mailFacts, whenInWords } from "#app/appointments/mail-facts.ts";
import * as seriesMails from "#app/appointments/series.emails.tsx";
import { AT_PRACTICE } from "#app/appointments/venue.ts";
import * as holdMails from "#app/booking/hold.emails.tsx";
import { getCatalogue, getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { instantOf, localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import type { MailWords } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const TEN = 10 * 60;

type Example = { facts: MailFacts; siteUrl: string; was: string };

type Write = (example: Example, words: MailWords) => client.Draft;

const WRITE: Record<AppointmentMailId, Write> = {
  "booking-confirmed": ({ facts }, words) => client.confirmed(facts, words),
  "booking-received": ({ facts }, words) => client.pending(facts, words),
  "booking-accepted": ({ facts }, words) => client.confirmed(facts, words),
  "booking-reminder": ({ facts }, words) => client.reminder(facts, words),
  "booking-moved": ({ facts, was }, words) => client.rescheduled(facts, words, { isMoved: true, was, lines: [] }),
  "booking-changed": ({ facts }, words) =>
    client.rescheduled(facts, words, { isMoved: false, was: null, lines: [`Price: ${facts.price}, was £0.00`] }),
  "other-times": ({ facts, siteUrl, was }, words) =>
    client.otherTimes(facts, words, [{ label: was, href: `${siteUrl}/booking/example/offer` }]),
  "cannot-move": ({ facts }, words) => client.cannotMove(facts, words),
  "cancelled-by-client": ({ facts, siteUrl }, words) =>
    client.cancelledByClient(facts, words, { againUrl: `${siteUrl}/book` }),
  "cancelled-for-client": ({ facts, siteUrl }, words) =>
    client.cancelledByClient(facts, words, { againUrl: `${siteUrl}/book` }),
  "cancelled-late": ({ facts, siteUrl }, words) =>
    client.cancelledByClient(facts, words, { againUrl: `${siteUrl}/book` }),
  "booking-reinstated": ({ facts }, words) => client.confirmed(facts, words),
  "cancelled-by-practice": ({ facts, siteUrl, was }, words) =>
    client.cancelledByPractice(facts, words, {
      reason: "Your therapist is ill.",
      near: [{ label: was, href: `${siteUrl}/book` }],
    }),
  "series-booked": (example, words) => seriesMails.seriesBooked(example.facts, words, examplesOf(example)),
  "series-moved": (example, words) => seriesMails.seriesMoved(example.facts, words, examplesOf(example)),
  "series-cancelled-for-client": (example, words) =>
    seriesMails.seriesCancelled(example.facts, words, {
      entries: examplesOf(example),
      reason: null,
      toPay: "There is nothing to pay.",
      ...bookAgain(example),
    }),
  "series-cancelled-by-practice": (example, words) =>
    seriesMails.seriesCancelled(example.facts, words, {
      entries: examplesOf(example),
      reason: "Your therapist is ill.",
      toPay: null,
      ...bookAgain(example),
    }),
  "keep-booking": ({ facts }, words) =>
    holdMails.held(facts, words, { until: facts.time, keepUrl: `${facts.manageUrl}/keep` }),
  "book-by-link": ({ facts }, words) =>
    holdMails.notHeld(facts, words, { until: `${facts.time} on ${facts.day}`, keepUrl: `${facts.manageUrl}/keep` }),
  "new-link": ({ facts }, words) => client.newLink(facts, words),
  "booking-links": ({ facts }, words) =>
    linkMails.bookingLinks(facts.sender, words, [{ when: facts.when, service: facts.service, url: facts.manageUrl }]),
  "keep-details": ({ facts, siteUrl }, words) =>
    linkMails.keepDetails(facts.sender, words, { url: `${siteUrl}/keep-details` }),
  "details-kept": ({ facts, siteUrl }, words) =>
    linkMails.detailsKept(facts.sender, words, { loginUrl: `${siteUrl}/login` }),
};

function examplesOf({ facts, was }: Example): seriesMails.SeriesEntry[] {
  const { service, minutes, therapist, price } = facts;
  const entry = { service, minutes, therapist, price, href: facts.manageUrl };
  return [
    { ...entry, when: was, position: "1 of 2", note: null },
    { ...entry, when: facts.when, position: "2 of 2", note: null },
  ];
}

function bookAgain({ siteUrl }: Example) {
  return { againUrl: `${siteUrl}/book` };
}

/** A mail as it reads with these words about the next appointment. Its links open nobody's booking. */
export async function appointmentMailExample(
  app: AppContext,
  mail: AppointmentMailId,
  words: MailWords,
): Promise<client.Draft> {
  const [db, now] = [app.db.kysely, app.clock.now()];
  const settings = await listSettings(db, app.log);
  const appointment = (await getNextNamed(db, now)) ?? (await madeUp(app, settings.bookingRules));
  const therapist = (await getTherapist(db, appointment.therapistId))?.name ?? "our team";
  const siteUrl = app.config.publicUrl;
  const facts = mailFacts({ appointment, therapist, settings, siteUrl, manageUrl: `${siteUrl}/booking/example`, now });
  const before = { start: appointment.start - 2 * HOUR, end: appointment.end - 2 * HOUR };
  return WRITE[mail]({ facts, siteUrl, was: whenInWords(before, settings.bookingRules.zone) }, words);
}

/** For while nobody has booked: a week from now at ten. */
export async function madeUp(app: AppContext, rules: BookingRules): Promise<Appointment> {
  const { zone } = rules;
  const { services, therapists } = await getCatalogue(app.db.kysely);
  const service = services[0];
  const length = service?.lengths[0] ?? { minutes: 60, pricePence: 5800 };
  const start = instantOf(localDateOf(app.clock.now() + 7 * DAY, zone), TEN, zone);
  const end = start + length.minutes * 60_000;
  return {
    id: "example",
    reference: "7KQM2F9D",
    referencePrefix: rules.referencePrefix,
    serviceId: service?.id ?? "",
    serviceTitle: service?.title ?? "Massage",
    therapistId: therapists[0]?.id ?? "",
    minutes: length.minutes,
    pricePence: length.pricePence,
    start,
    end,
    blockStart: start,
    blockEnd: end,
    status: CONFIRMED,
    name: "Sam Carter",
    phone: null,
    email: "sam@example.com",
    userId: null,
    practicalNote: null,
    venue: AT_PRACTICE,
    sequence: 0,
    linkVersion: 1,
    series: null,
  };
}
