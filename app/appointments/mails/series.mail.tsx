import { Fragment, type ReactNode } from "react";
import type { z } from "zod";
import { type Appointment, placeInWords, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment, getCancellation } from "#app/appointments/appointments.db.server.ts";
import { bookAgainUrl } from "#app/appointments/booking/free-times/near-times.server.ts";
import { type Cancellation, isByPractice } from "#app/appointments/cancellation.ts";
import { clientOf, exampleAbout, isAhead } from "#app/appointments/mails/about-appointment.server.ts";
import {
  BEFORE,
  clientLetter,
  FACTS,
  HELLO,
  NOT_YOU,
  Place,
  Rights,
} from "#app/appointments/mails/appointment-parts.tsx";
import { calendarOfSeveral } from "#app/appointments/mails/ical.gateway.server.ts";
import { type MailFacts, mailFacts, whenInWords } from "#app/appointments/mails/mail-facts.ts";
import { seriesData } from "#app/appointments/notifications/appointment-message.ts";
import { changeInWords, knownFrom } from "#app/appointments/notifications/change-summary.ts";
import { manageUrlOf } from "#app/appointments/requests/manage-link.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { defineMail, type MailContext } from "#app/mail/define-mail.server.ts";
import type { Mail, Mailbox } from "#app/mail/mail.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { MailButton, MailFact, MailLink, MailRule, MailSmall, MailText } from "#app/ui/mail-frame.tsx";

/** One of the appointments in a mail about several; `note`: what it was before, or what it may cost. */
type Entry = {
  when: string;
  position: string;
  note: string | null;
  service: string;
  minutes: number;
  therapist: string;
  /** Null where nothing is paid. */
  price: string | null;
  /** Where it is seen, moved and cancelled; null when there is nothing left to do. */
  href: string | null;
};

/** `appointments`: those that the mail is still true of, by their place. `facts`: of the first one. */
type About = { to: Mailbox; appointments: readonly Appointment[]; facts: MailFacts; entries: readonly Entry[] };

type CancellationFacts = Pick<Cancellation, "actor" | "askedBy" | "reason" | "chargeable">;

export const seriesBooked = defineMail({
  id: "series-booked-client",
  title: "Series booked",
  data: seriesData["series-booked-client"],
  words: {
    "series-booked": {
      about: "One email for all appointments that you book together.",
      words: {
        subject: "Confirmed: your appointments from {date}",
        opening: `${HELLO}Your appointments are confirmed.`,
        closing: BEFORE,
      },
      facts: FACTS,
    },
  },
  load: async (context, { appointmentIds }) => {
    const several = await readSeveral(context, appointmentIds, (one) => isAhead(context, one));
    return several && forClient(several, entriesOf(context, several));
  },
  body: ({ facts, entries }) =>
    clientLetter(
      facts,
      <>
        <Entries entries={entries} />
        <MailText>Each price is the full price, to pay on the day{facts.payBy}.</MailText>
        <Place facts={facts} />
      </>,
      {
        legal: (
          <>
            <MailSmall>The attached calendar file has all of them.</MailSmall>
            <Rights facts={facts} />
          </>
        ),
      },
    ),
  calendar: calendarEntries,
  example: exampleOfTwo,
});

/** To the practice, whoever of them booked it: the mailbox is read by all. */
export const seriesToPractice = defineMail({
  id: "series-booked-practice",
  title: "New series, to the practice",
  data: seriesData["series-booked-practice"],
  load: async (context, { appointmentIds }) => {
    const several = await readSeveral(context, appointmentIds, () => true);
    if (!several) return null;
    const replyTo = clientOf(several.appointments[0]) ?? context.inbox;
    return { to: context.inbox, replyTo, facts: several.facts, entries: entriesOf(context, several) };
  },
  body: ({ facts, entries }) => ({
    subject: `New series: ${entries.length} from ${facts.day}, ${facts.time}`,
    why: "You got this email because someone on the team booked a series.",
    children: (
      <>
        <MailText>
          <MailLink href={`${facts.sender.siteUrl}/appointments`}>See them in the diary</MailLink>
        </MailText>
        <Entries entries={entries.map((entry) => ({ ...entry, href: null }))} />
        <MailRule />
        <MailText>
          {facts.clientName}, {facts.clientPhone}, {facts.clientEmail}.
        </MailText>
      </>
    ),
  }),
  example: async (context) => ({ ...(await exampleOfTwo(context)), replyTo: context.inbox }),
});

export const seriesMoved = defineMail({
  id: "series-moved-client",
  title: "New times of a series",
  data: seriesData["series-moved-client"],
  words: {
    "series-moved": {
      about: "When several appointments of a series move together.",
      words: {
        subject: "Your new times from {date}",
        opening: `${HELLO}Your appointments have moved.`,
        closing: NOT_YOU,
      },
      facts: FACTS,
    },
  },
  load: async (context, { appointmentIds, moves }) => {
    const several = await readSeveral(context, appointmentIds, (one) => isAhead(context, one));
    return several && forClient(several, entriesOf(context, several, changedFrom(context, several, moves)));
  },
  body: ({ facts, entries }) =>
    clientLetter(facts, <Entries entries={entries} />, {
      legal: <MailSmall>The attached calendar file moves the entries in your calendar.</MailSmall>,
    }),
  calendar: calendarEntries,
  example: exampleOfTwo,
});

export const seriesCancelled = defineMail({
  id: "series-cancelled-client",
  title: "Cancellation of several",
  data: seriesData["series-cancelled-client"],
  words: {
    "series-cancelled-for-client": {
      title: "Several of a series cancelled for the client",
      about: "When they called and you cancelled several together.",
      words: {
        subject: "Cancelled: your appointments from {date}",
        opening: `${HELLO}This is your record that these appointments have been cancelled, as you asked.`,
        closing: "",
      },
      facts: FACTS,
    },
    "series-cancelled-by-practice": {
      title: "Several of a series cancelled by you",
      about: "With your reason.",
      words: {
        subject: "Sorry, we need to cancel your appointments from {date}",
        opening: `${HELLO}We are sorry, but we have to cancel your appointments.`,
        closing: "There is nothing to pay. If you would rather talk, call us on {phone}.",
      },
      facts: FACTS,
    },
  },
  load: async (context, { appointmentIds }) => {
    const isCancelled = ({ status }: Appointment) => viewStatus(status) === "Cancelled";
    const several = await readSeveral(context, appointmentIds, isCancelled);
    if (!several) return null;
    const cancellations = new Map<string, CancellationFacts>();
    for (const { id } of several.appointments) {
      const cancellation = await getCancellation(context.db, id);
      if (cancellation) cancellations.set(id, cancellation);
    }
    return cancelledFacts(context, several, cancellations);
  },
  body: ({ facts, entries, reason, toPay, againUrl }) =>
    clientLetter(
      facts,
      <>
        {reason ? <MailText>{reason}</MailText> : null}
        <Entries entries={entries.map((entry) => ({ ...entry, price: null, href: null }))} />
        {toPay ? <MailText>{toPay}</MailText> : null}
        <MailButton href={againUrl}>Book again</MailButton>
      </>,
      { legal: <MailSmall>The attached calendar file removes the entries from your calendar.</MailSmall> },
    ),
  calendar: calendarEntries,
  example: async (context, wording) => {
    const about = { ...(await exampleOfTwo(context)), wording, againUrl: `${context.siteUrl}/book` };
    return wording === "series-cancelled-by-practice"
      ? { ...about, reason: "Your therapist is ill.", toPay: null }
      : { ...about, reason: null, toPay: "There is nothing to pay." };
  },
});

/** The mail that cancelling these would send, before it is done; null without an address. */
export function previewCancellations(
  app: AppContext,
  cancellations: ReadonlyMap<string, CancellationFacts>,
): Promise<Mail | null> {
  return seriesCancelled.write(app, async (context) => {
    const several = await readSeveral(context, [...cancellations.keys()], () => true);
    return several && cancelledFacts(context, several, cancellations);
  });
}

async function cancelledFacts(
  context: MailContext,
  several: Several,
  cancellations: ReadonlyMap<string, CancellationFacts>,
) {
  const [appointment] = several.appointments;
  const first = cancellations.get(appointment.id);
  const byPractice = first !== undefined && isByPractice(first);
  const late = (one: Appointment) =>
    cancellations.get(one.id)?.chargeable
      ? context.say("Late under our cancellation policy: we may ask you for a payment")
      : null;
  const about = forClient(several, entriesOf(context, several, late));
  return (
    about && {
      ...about,
      wording: byPractice ? "series-cancelled-by-practice" : "series-cancelled-for-client",
      reason: byPractice ? first.reason : null,
      /** A sentence about those that say nothing of it themselves. */
      toPay: byPractice ? null : toPay([...cancellations.values()]),
      againUrl: await bookAgainUrl(context.app, appointment),
    }
  );
}

function toPay(cancellations: readonly CancellationFacts[]): string | null {
  const late = cancellations.filter(({ chargeable }) => chargeable).length;
  if (late === 0) return "There is nothing to pay.";
  return late < cancellations.length ? "For the others there is nothing to pay." : null;
}

function changedFrom(
  { zone, say }: MailContext,
  { names }: Several,
  moves: z.output<(typeof seriesData)["series-moved-client"]>["moves"],
) {
  return (appointment: Appointment) => {
    const move = moves.find(({ appointmentId }) => appointmentId === appointment.id);
    if (!move) return null;
    const nameOf = (id: string) => names.get(id) ?? say("our team");
    const { was, lines } = changeInWords({ before: knownFrom(move, appointment), now: appointment }, { zone, nameOf });
    return [...(was ? [`Was: ${was}`] : []), ...lines].join(". ") || null;
  };
}

function entriesOf(
  { app, zone, say }: MailContext,
  { appointments, names }: Several,
  note: (appointment: Appointment) => string | null = () => null,
): readonly Entry[] {
  return appointments.map((appointment) => ({
    when: whenInWords(appointment, zone),
    position: placeInWords(appointment.series) ?? "1 of 1",
    note: note(appointment),
    service: appointment.serviceTitle,
    minutes: appointment.minutes,
    therapist: names.get(appointment.therapistId) ?? say("our team"),
    price: priceInFull(appointment.pricePence),
    href: manageUrlOf(app, appointment),
  }));
}

type Several = {
  appointments: [Appointment, ...Appointment[]];
  facts: MailFacts;
  names: ReadonlyMap<string, string>;
};

/** Leaves out those that have changed again. */
async function readSeveral(
  { app, db, settings, now, siteUrl, say }: MailContext,
  ids: readonly string[],
  isTrueOf: (appointment: Appointment) => boolean,
): Promise<Several | null> {
  const found: Appointment[] = [];
  for (const id of ids) {
    const appointment = await getAppointment(db, id);
    if (appointment && isTrueOf(appointment)) found.push(appointment);
  }
  const [first, ...rest] = found.sort((one, other) => one.start - other.start);
  if (!first) return null;
  // One that was given to somebody else since is not for this address.
  const others = rest.filter(({ email }) => email?.toLowerCase() === first.email?.toLowerCase());
  const names = new Map<string, string>();
  for (const id of new Set(found.map(({ therapistId }) => therapistId))) {
    names.set(id, (await getTherapist(db, id))?.name ?? say("our team"));
  }
  const therapist = names.get(first.therapistId) ?? say("our team");
  const facts = mailFacts({
    appointment: first,
    settings,
    therapist,
    now,
    siteUrl,
    manageUrl: manageUrlOf(app, first),
  });
  return { appointments: [first, ...others], facts, names };
}

function forClient({ appointments, facts }: Several, entries: readonly Entry[]): About | null {
  const to = clientOf(appointments[0]);
  return to && { to, appointments, facts, entries };
}

function calendarEntries(
  { appointments }: About,
  { app, settings, now, siteUrl, from }: MailContext,
): Mail["calendar"] {
  return calendarOfSeveral({
    entries: appointments.map((appointment) => ({ appointment, manageUrl: manageUrlOf(app, appointment) })),
    business: settings.business,
    now,
    host: new URL(siteUrl).hostname,
    organizer: from.address,
  });
}

async function exampleOfTwo(context: MailContext): Promise<About> {
  const { to, appointment, facts, was } = await exampleAbout(context);
  const { service, minutes, therapist, price, manageUrl: href } = facts;
  const entry = { service, minutes, therapist, price, href, note: null };
  const entries = [
    { ...entry, when: was, position: "1 of 2" },
    { ...entry, when: facts.when, position: "2 of 2" },
  ];
  return { to, appointments: [appointment], facts, entries };
}

function Entries({ entries }: { entries: readonly Entry[] }): ReactNode {
  return entries.map(({ when, position, note, service, minutes, therapist, price, href }) => (
    <Fragment key={position}>
      <MailFact>{when}</MailFact>
      <MailText>
        {position}: {service}, {minutes} minutes, with {therapist}.{price ? ` ${price}.` : ""}
        {note ? ` ${note}.` : ""} {href ? <MailLink href={href}>Move or cancel</MailLink> : null}
      </MailText>
    </Fragment>
  ));
}
