import type { Draft } from "#app/appointments/appointment.emails.tsx";
import { type Appointment, shownStatus } from "#app/appointments/appointment.ts";
import { type AppointmentMailId, appointmentMailTexts } from "#app/appointments/appointment-mail-texts.ts";
import { getAppointment, getCancellation } from "#app/appointments/appointments.db.server.ts";
import { type Cancellation, isByPractice } from "#app/appointments/cancellation.ts";
import { calendarOfSeveral } from "#app/appointments/ical.gateway.server.ts";
import { type MailFacts, mailFacts, whenInWords } from "#app/appointments/mail-facts.ts";
import { manageUrlOf } from "#app/appointments/manage-link.server.ts";
import * as mails from "#app/appointments/series.emails.tsx";
import { seriesMessages } from "#app/appointments/series-message.ts";
import { placeInWords } from "#app/appointments/series-place.ts";
import { changeInWords, toldIn } from "#app/appointments/told-change.ts";
import { bookAgainUrl } from "#app/booking/other-times.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import { type Mail, nameInMail } from "#app/outbox/mail.ts";
import type { DataOf } from "#app/outbox/message.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mailboxesOf } from "#app/settings/mail-sender.ts";
import { type MailWords, wordsOfMail } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";

type About = {
  /** Those that the mail is still true of, by their place. */
  appointments: [Appointment, ...Appointment[]];
  settings: Settings;
  /** Of the first one. */
  facts: MailFacts;
  names: ReadonlyMap<string, string>;
  words: (mail: AppointmentMailId) => MailWords;
};

type Told = Pick<Cancellation, "actor" | "askedBy" | "reason" | "chargeable">;
type Moves = DataOf<typeof seriesMessages, "series-moved-client">["moves"];

/** Each mail reads its appointments when it is sent, and leaves out those that have changed again. */
export const seriesMails = renderersOf(seriesMessages, {
  "series-booked-client": async (app, { appointmentIds }) => {
    const about = await readAbout(app, appointmentIds, (one) => isAhead(app, one));
    return (
      about &&
      toClient(app, about, mails.seriesBooked(about.facts, about.words("series-booked"), entriesOf(app, about)))
    );
  },
  "series-booked-practice": async (app, { appointmentIds }) => {
    const about = await readAbout(app, appointmentIds, () => true);
    return about && toPractice(app, about, mails.seriesForPractice(about.facts, entriesOf(app, about)));
  },
  "series-moved-client": async (app, { appointmentIds, moves }) => {
    const about = await readAbout(app, appointmentIds, (one) => isAhead(app, one));
    if (!about) return null;
    const entries = entriesOf(app, about, changedFrom(about, moves));
    return toClient(app, about, mails.seriesMoved(about.facts, about.words("series-moved"), entries));
  },
  "series-cancelled-client": async (app, { appointmentIds }) => {
    const about = await readAbout(app, appointmentIds, ({ status }) => shownStatus(status) === "Cancelled");
    if (!about) return null;
    const told = new Map<string, Told>();
    for (const { id } of about.appointments) {
      const cancellation = await getCancellation(app.db.kysely, id);
      if (cancellation) told.set(id, cancellation);
    }
    return draftOfCancellations(app, about, told);
  },
});

/** The mail that cancelling these would send, before it is done; null without an address. */
export async function previewCancellations(app: AppContext, told: ReadonlyMap<string, Told>): Promise<Mail | null> {
  const about = await readAbout(app, [...told.keys()], () => true);
  return about && draftOfCancellations(app, about, told);
}

async function draftOfCancellations(app: AppContext, about: About, told: ReadonlyMap<string, Told>) {
  const first = told.get(about.appointments[0].id);
  const id = first && isByPractice(first) ? "series-cancelled-by-practice" : "series-cancelled-for-client";
  const late = (one: Appointment) =>
    told.get(one.id)?.chargeable ? "Late by our cancellation policy: we may ask you for a payment" : null;
  const draft = mails.seriesCancelled(about.facts, about.words(id), {
    entries: entriesOf(app, about, late),
    reason: id === "series-cancelled-by-practice" ? (first?.reason ?? null) : null,
    toPay: id === "series-cancelled-by-practice" ? null : toPay([...told.values()]),
    againUrl: await bookAgainUrl(app, about.appointments[0]),
  });
  return toClient(app, about, draft);
}

function toPay(told: readonly Told[]): string | null {
  const late = told.filter(({ chargeable }) => chargeable).length;
  if (late === 0) return "There is nothing to pay.";
  return late < told.length ? "For the others there is nothing to pay." : null;
}

function changedFrom({ settings, names }: About, moves: Moves) {
  const { zone } = settings.bookingRules;
  return (appointment: Appointment) => {
    const move = moves.find(({ appointmentId }) => appointmentId === appointment.id);
    if (!move) return null;
    const nameOf = (id: string) => names.get(id) ?? "our team";
    const { was, lines } = changeInWords({ told: toldIn(move, appointment), now: appointment }, { zone, nameOf });
    return [...(was ? [`Was: ${was}`] : []), ...lines].join(". ") || null;
  };
}

function entriesOf(
  app: AppContext,
  { appointments, settings, names }: About,
  note: (appointment: Appointment) => string | null = () => null,
): mails.SeriesEntry[] {
  return appointments.map((appointment) => ({
    when: whenInWords(appointment, settings.bookingRules.zone),
    position: placeInWords(appointment.series) ?? "1 of 1",
    note: note(appointment),
    service: appointment.serviceTitle,
    minutes: appointment.minutes,
    therapist: names.get(appointment.therapistId) ?? "our team",
    price: priceInFull(appointment.pricePence),
    href: manageUrlOf(app, appointment),
  }));
}

async function readAbout(
  app: AppContext,
  ids: readonly string[],
  isTrueOf: (appointment: Appointment) => boolean,
): Promise<About | null> {
  const db = app.db.kysely;
  const found: Appointment[] = [];
  for (const id of ids) {
    const appointment = await getAppointment(db, id);
    if (appointment && isTrueOf(appointment)) found.push(appointment);
  }
  const [first, ...rest] = found.sort((one, other) => one.start - other.start);
  if (!first) return null;
  // One that was given to somebody else since is not for this address.
  const others = rest.filter(({ email }) => email?.toLowerCase() === first.email?.toLowerCase());
  const settings = await listSettings(db, app.log);
  const names = new Map<string, string>();
  for (const id of new Set(found.map(({ therapistId }) => therapistId))) {
    names.set(id, (await getTherapist(db, id))?.name ?? "our team");
  }
  const facts = mailFacts({
    appointment: first,
    settings,
    therapist: names.get(first.therapistId) ?? "our team",
    now: app.clock.now(),
    siteUrl: app.config.publicUrl,
    manageUrl: manageUrlOf(app, first),
  });
  const words = (mail: AppointmentMailId) => wordsOfMail(settings.mailWords, mail, appointmentMailTexts[mail]);
  return { appointments: [first, ...others], settings, facts, names, words };
}

async function toClient(app: AppContext, about: About, draft: Draft) {
  const { appointments, settings } = about;
  const { email, name } = appointments[0];
  if (!email) return null;
  const { from, replyTo } = mailboxesOf(settings, app.config);
  return {
    from,
    replyTo,
    to: { name: nameInMail(name ?? ""), address: email },
    subject: draft.subject,
    ...(await renderMail(draft.body)),
    calendar: calendarOfSeveral({
      entries: appointments.map((appointment) => ({ appointment, manageUrl: manageUrlOf(app, appointment) })),
      business: settings.business,
      now: app.clock.now(),
      host: new URL(app.config.publicUrl).hostname,
      organizer: from.address,
    }),
  };
}

async function toPractice(app: AppContext, about: About, draft: Draft) {
  const { from, inbox } = mailboxesOf(about.settings, app.config);
  const { email, name } = about.appointments[0];
  return {
    from,
    to: inbox,
    replyTo: email ? { name: nameInMail(name ?? ""), address: email } : inbox,
    subject: draft.subject,
    ...(await renderMail(draft.body)),
    calendar: null,
  };
}

function isAhead(app: AppContext, appointment: Appointment): boolean {
  return shownStatus(appointment.status) !== "Cancelled" && app.clock.now() < appointment.start;
}
