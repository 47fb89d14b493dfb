import { getOfferOf, hasAccount } from "#app/appointments/account-offers.db.server.ts";
import * as client from "#app/appointments/appointment.emails.tsx";
import { type Appointment, shownStatus } from "#app/appointments/appointment.ts";
import { type AppointmentMailId, appointmentMailTexts } from "#app/appointments/appointment-mail-texts.ts";
import { appointmentMessages } from "#app/appointments/appointment-message.ts";
import { getAppointment, getCancellation } from "#app/appointments/appointments.db.server.ts";
import { isOpen } from "#app/appointments/booking-hold.ts";
import { getHold } from "#app/appointments/booking-holds.db.server.ts";
import { getRequest } from "#app/appointments/booking-requests.db.server.ts";
import { type Cancellation, isByPractice, isEntered } from "#app/appointments/cancellation.ts";
import { calendarInvitation } from "#app/appointments/ical.gateway.server.ts";
import { offerSecretOf } from "#app/appointments/keep-details.server.ts";
import * as linkMails from "#app/appointments/links.emails.tsx";
import { type MailFacts, mailFacts, whenInWords } from "#app/appointments/mail-facts.ts";
import { manageUrlOf } from "#app/appointments/manage-link.server.ts";
import { getMoveRequest } from "#app/appointments/move-requests.db.server.ts";
import { findOverlap } from "#app/appointments/overlaps.db.server.ts";
import { listAheadByEmail } from "#app/appointments/own-appointments.db.server.ts";
import * as practice from "#app/appointments/practice.emails.tsx";
import type { TimeOffer } from "#app/appointments/time-offer.ts";
import { getTimeOffer } from "#app/appointments/time-offers.db.server.ts";
import { timeInWords } from "#app/appointments/time-words.ts";
import { changeInWords, type ToldChange, toldIn } from "#app/appointments/told-change.ts";
import * as holdMails from "#app/booking/hold.emails.tsx";
import { keepUrlOf } from "#app/booking/hold-secret.server.ts";
import { bookAgainUrl, timesInstead } from "#app/booking/other-times.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { type Mail, nameInMail } from "#app/outbox/mail.ts";
import type { DataOf } from "#app/outbox/message.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { clockInProse } from "#app/platform/clock-label.ts";
import { dayInWords } from "#app/platform/day-in-words.ts";
import { localDateOf, localMinuteOf } from "#app/platform/zoned-time.ts";
import { mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { type MailWords, wordsOfMail } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";

type About = {
  appointment: Appointment;
  settings: Settings;
  facts: MailFacts;
  words: (mail: AppointmentMailId) => MailWords;
};

/** Each mail reads the appointment when it is sent, and is dropped if it is out of date: cancelled, moved or begun. */
export const appointmentMails = renderersOf(appointmentMessages, {
  "appointment-confirmed-client": (app, data) =>
    toClient(app, data, ({ facts, appointment, words }) =>
      isAhead(app, appointment) ? client.confirmed(facts, words("booking-confirmed")) : null,
    ),
  "appointment-pending-client": (app, data) =>
    toClient(app, data, ({ facts, appointment, words }) =>
      isAhead(app, appointment) && shownStatus(appointment.status) === "Pending"
        ? client.pending(facts, words("booking-received"))
        : null,
    ),
  "appointment-accepted-client": (app, data) =>
    toClient(app, data, ({ facts, appointment, words }) =>
      isAhead(app, appointment) ? client.confirmed(facts, words("booking-accepted")) : null,
    ),
  "appointment-rescheduled-client": (app, data) =>
    toClient(app, data, async (about) => {
      if (!isAhead(app, about.appointment)) return null;
      const change = await changeIn(app, about, data);
      return client.rescheduled(about.facts, about.words(change.isMoved ? "booking-moved" : "booking-changed"), change);
    }),
  "appointment-held-client": (app, data) =>
    toClient(app, data, async ({ facts, appointment, settings, words }) => {
      const hold = await getHold(app.db.kysely, appointment.id);
      if (!isOpen(hold) || hold.until <= app.clock.now() || !isAhead(app, appointment)) return null;
      const until = clockInProse(localMinuteOf(hold.until, settings.bookingRules.zone));
      return holdMails.held(facts, words("keep-booking"), { until, keepUrl: keepUrlOf(app, appointment.id) });
    }),
  "booking-request-client": async (app, { requestId }) => {
    const request = await getRequest(app.db.kysely, requestId);
    if (!request || request.until <= app.clock.now()) return null;
    const { zone } = (await listSettings(app.db.kysely, app.log)).bookingRules;
    const until = `${clockInProse(localMinuteOf(request.until, zone))} on ${dayInWords(localDateOf(request.until, zone))}`;
    const keepUrl = keepUrlOf(app, requestId);
    return mailToClient(app, await aboutOf(app, request.appointment), ({ facts, words }) =>
      holdMails.notHeld(facts, words("book-by-link"), { until, keepUrl }),
    );
  },
  "booking-brake-practice": async (app, { lastHour, lastDay }) => {
    const settings = await listSettings(app.db.kysely, app.log);
    const { from, inbox } = mailboxesOf(settings, app.config);
    const { subject, body } = holdMails.brake({
      sender: mailSender(settings.business, app.config.publicUrl),
      lastHour,
      lastDay,
    });
    return {
      from,
      to: inbox,
      replyTo: inbox,
      subject,
      ...(await renderMail(body)),
      calendar: null,
    };
  },
  "appointment-link-client": (app, data) =>
    toClient(app, data, ({ facts, appointment, words }) =>
      isAhead(app, appointment) ? client.newLink(facts, words("new-link")) : null,
    ),
  "appointment-account-client": (app, data) =>
    toClient(app, data, async ({ facts: { sender }, appointment, words }) => {
      const offer = await getOfferOf(app.db.kysely, appointment.id);
      if (!offer || !appointment.email) return null;
      const isKnown = await hasAccount(app.db.kysely, appointment.email);
      const { publicUrl } = app.config;
      const loginUrl = `${publicUrl}/login?redirectTo=%2Fmy-appointment`;
      if (isKnown) return linkMails.detailsKept(sender, words("details-kept"), { loginUrl });
      const url = `${publicUrl}/keep-details?token=${offerSecretOf(app, offer)}`;
      return linkMails.keepDetails(sender, words("keep-details"), { url });
    }),
  "booking-links-client": (app, data) =>
    toClient(app, data, async ({ facts, appointment, settings, words }) => {
      const { zone } = settings.bookingRules;
      const now = app.clock.now();
      const ahead = await listAheadByEmail(app.db.kysely, { email: appointment.email ?? "", now });
      const links = ahead.map((one) => ({
        when: whenInWords(one, zone),
        service: one.serviceTitle,
        url: manageUrlOf(app, one),
      }));
      return links.length > 0 ? linkMails.bookingLinks(facts.sender, words("booking-links"), links) : null;
    }),
  "appointment-reminder-client": (app, data) =>
    toClient(app, data, ({ facts, appointment, words }) => {
      const stands = appointment.start === data.start && shownStatus(appointment.status) === "Confirmed";
      return stands && isAhead(app, appointment) ? client.reminder(facts, words("booking-reminder")) : null;
    }),
  "appointment-offered-client": (app, data) =>
    toClient(app, data, async (about) => {
      const { facts, words, appointment } = about;
      const offer = await getTimeOffer(app.db.kysely, appointment.id);
      if (!offer || offer.sequence !== appointment.sequence || !isAhead(app, appointment)) return null;
      return client.otherTimes(facts, words("other-times"), await offeredIn(app, about, offer));
    }),
  "appointment-declined-client": (app, data) =>
    toClient(app, data, async ({ facts, words, appointment }) => {
      const request = await getMoveRequest(app.db.kysely, appointment);
      if (request?.answer !== "declined" || !isAhead(app, appointment)) return null;
      return client.cannotMove(facts, words("cannot-move"));
    }),
  "appointment-asked-practice": (app, data) =>
    toPractice(app, data, async ({ facts, appointment }) => {
      const request = await getMoveRequest(app.db.kysely, appointment);
      return request && isAhead(app, appointment) ? practice.askedToMove(facts, request.words) : null;
    }),
  "appointment-cancelled-client": (app, data) =>
    toClient(app, data, async (about) => {
      const cancellation = await getCancellation(app.db.kysely, about.appointment.id);
      return cancellation && draftOfCancellation(app, about, cancellation);
    }),
  "appointment-reinstated-client": (app, data) =>
    toClient(app, data, ({ facts, appointment, words }) =>
      isAhead(app, appointment) ? client.confirmed(facts, words("booking-reinstated")) : null,
    ),
  "appointment-confirmed-practice": (app, data) =>
    toPractice(app, data, ({ facts, appointment }) =>
      practice.newBooking(facts, { waits: shownStatus(appointment.status) === "Pending" }),
    ),
  "appointment-rescheduled-practice": (app, data) =>
    toPractice(app, data, async (about) => practice.bookingMoved(about.facts, await changeIn(app, about, data))),
  "appointment-cancelled-practice": (app, data) =>
    toPractice(app, data, async ({ facts, appointment }) => {
      const cancellation = await getCancellation(app.db.kysely, appointment.id);
      return practice.bookingCancelled(facts, cancellation?.reason ?? null);
    }),
});

async function offeredIn(app: AppContext, { facts, settings }: About, { times }: TimeOffer) {
  const { zone } = settings.bookingRules;
  const offered: { label: string; href: string }[] = [];
  for (const { start, therapistId } of times) {
    const name = (await getTherapist(app.db.kysely, therapistId))?.name;
    offered.push({
      label: `${timeInWords(start, zone)}${name ? ` with ${name}` : ""}`,
      href: `${facts.manageUrl}/offer?start=${start}`,
    });
  }
  return offered;
}

type Told = Pick<Cancellation, "actor" | "askedBy" | "reason" | "chargeable">;

async function draftOfCancellation(app: AppContext, { facts, appointment, settings, words }: About, told: Told) {
  if (isByPractice(told)) {
    // While visitors book on Calendly our free times are no promise (decisions/0356).
    const isOwn = settings.scheduler.kind === "own";
    const near = isOwn ? await timesInstead(app, { appointment, zone: settings.bookingRules.zone }) : [];
    return client.cancelledByPractice(facts, words("cancelled-by-practice"), { reason: told.reason, near });
  }
  const againUrl = await bookAgainUrl(app, appointment);
  const rang = told.chargeable ? "cancelled-late" : "cancelled-for-client";
  return client.cancelledByClient(facts, words(isEntered(told) ? rang : "cancelled-by-client"), { againUrl });
}

/** The mail that this cancellation would send, before it is made; null without an address. */
export function previewCancellation(app: AppContext, appointmentId: string, told: Told): Promise<Mail | null> {
  return toClient(app, { appointmentId }, (about) => draftOfCancellation(app, about, told));
}

type Write = (about: About) => client.Draft | null | Promise<client.Draft | null>;

async function toClient(
  app: AppContext,
  { appointmentId }: { appointmentId: string },
  write: Write,
): Promise<Mail | null> {
  const about = await readAbout(app, appointmentId);
  return about && mailToClient(app, about, write);
}

async function mailToClient(app: AppContext, about: About, write: Write): Promise<Mail | null> {
  if (!about.appointment.email) return null;
  const { appointment, settings, facts } = about;
  const draft = await write(about);
  if (!draft) return null;
  const { from, replyTo } = mailboxesOf(settings, app.config);
  const hasEntry = draft.calendar ?? true;
  return {
    from,
    replyTo,
    to: { name: nameInMail(appointment.name ?? ""), address: about.appointment.email },
    subject: draft.subject,
    ...(await renderMail(draft.body)),
    calendar: hasEntry
      ? calendarInvitation({
          appointment,
          business: settings.business,
          manageUrl: facts.manageUrl,
          now: app.clock.now(),
          host: new URL(app.config.publicUrl).hostname,
          organizer: from.address,
          attendee: about.appointment.email,
        })
      : null,
  };
}

async function toPractice(
  app: AppContext,
  { appointmentId }: { appointmentId: string },
  write: Write,
): Promise<Mail | null> {
  const about = await readAbout(app, appointmentId);
  const draft = about && (await write(about));
  if (!draft) return null;
  const { from, inbox } = mailboxesOf(about.settings, app.config);
  const { email, name } = about.appointment;
  return {
    from,
    to: inbox,
    replyTo: email ? { name: nameInMail(name ?? ""), address: email } : inbox,
    subject: draft.subject,
    ...(await renderMail(draft.body)),
    calendar: null,
  };
}

async function readAbout(app: AppContext, appointmentId: string): Promise<About | null> {
  const appointment = await getAppointment(app.db.kysely, appointmentId);
  return appointment && aboutOf(app, appointment);
}

async function aboutOf(app: AppContext, appointment: Appointment): Promise<About> {
  const db = app.db.kysely;
  const settings = await listSettings(db, app.log);
  const therapist = await getTherapist(db, appointment.therapistId);
  const facts = mailFacts({
    appointment,
    settings,
    therapist: therapist?.name ?? "our team",
    now: app.clock.now(),
    siteUrl: app.config.publicUrl,
    manageUrl: manageUrlOf(app, appointment),
    double: await doubleOf(app, { appointment, zone: settings.bookingRules.zone }),
  });
  const words = (mail: AppointmentMailId) => wordsOfMail(settings.mailWords, mail, appointmentMailTexts[mail]);
  return { appointment, settings, facts, words };
}

/** Found by the address alone, which only its owner reads: a phone number could be another person's too. */
async function doubleOf(app: AppContext, { appointment, zone }: { appointment: Appointment; zone: string }) {
  const { email, id: except, start, end } = appointment;
  if (!email || shownStatus(appointment.status) === "Cancelled") return null;
  const other = await findOverlap(app.db.kysely, { email }, { start, end, except });
  return other && { when: whenInWords(other, zone), manageUrl: manageUrlOf(app, other) };
}

async function changeIn(
  app: AppContext,
  { appointment, settings }: About,
  data: DataOf<typeof appointmentMessages, "appointment-rescheduled-client">,
): Promise<ToldChange> {
  const told = toldIn(data, appointment);
  const names = new Map<string, string>();
  for (const id of [told.therapistId, appointment.therapistId]) {
    names.set(id, (await getTherapist(app.db.kysely, id))?.name ?? "our team");
  }
  const { zone } = settings.bookingRules;
  return changeInWords({ told, now: appointment }, { zone, nameOf: (id) => names.get(id) ?? "our team" });
}

function isAhead(app: AppContext, appointment: Appointment): boolean {
  return shownStatus(appointment.status) !== "Cancelled" && app.clock.now() < appointment.start;
}
