import {
  exampleAbout,
  forClientAhead,
  forPractice,
  isAhead,
} from "#app/appointments/mails/about-appointment.server.ts";
import {
  clientLetter,
  Details,
  FACTS,
  HELLO,
  practiceLetter,
  Who,
} from "#app/appointments/mails/appointment-parts.tsx";
import { appointmentData } from "#app/appointments/notifications/appointment-message.ts";
import { getMoveRequest } from "#app/appointments/requests/move-requests.db.server.ts";
import { getTimeOffer } from "#app/appointments/requests/time-offers.db.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { defineMail } from "#app/mail/define-mail.server.ts";
import { timeInWords } from "#app/platform/date-time.ts";
import { MailFact, MailLink, MailText } from "#app/ui/mail-frame.tsx";

/** What the practice offers instead, each with the page where it is taken. It changes nothing in a calendar. */
export const timesOffered = defineMail({
  id: "appointment-offered-client",
  title: "Other times offered",
  data: appointmentData["appointment-offered-client"],
  words: {
    "other-times": {
      about: "When you can’t see a client at the booked time and offer up to three others.",
      words: {
        subject: "Could we move your appointment on {date}, {time}?",
        opening: `${HELLO}We are sorry: something has come up and we can’t see you at the time you booked. Choose one of these times instead. Other clients can book them until you do.`,
        closing: "If none of these suits you, call us on {phone}.",
      },
      facts: FACTS,
    },
  },
  load: async (context, data) => {
    const about = await forClientAhead(context, data);
    const offer = about && (await getTimeOffer(context.db, about.appointment.id));
    if (!offer || offer.sequence !== about.appointment.sequence) return null;
    const times: { label: string; href: string }[] = [];
    for (const { start, therapistId } of offer.times) {
      const name = (await getTherapist(context.db, therapistId))?.name;
      times.push({
        label: `${timeInWords(start, context.zone)}${name ? ` with ${name}` : ""}`,
        href: `${about.facts.manageUrl}/offer?start=${start}`,
      });
    }
    return { ...about, times };
  },
  body: ({ facts, times }) =>
    clientLetter(
      facts,
      <>
        <MailFact>Booked: {facts.when}</MailFact>
        {times.map(({ label, href }) => (
          <MailText key={href}>
            <MailLink href={href}>{label}</MailLink>
          </MailText>
        ))}
      </>,
    ),
  example: async (context) => {
    const { was, ...about } = await exampleAbout(context);
    return { ...about, times: [{ label: was, href: `${context.siteUrl}/booking/example/offer` }] };
  },
});

/** The client asks for another time when it is too late to move online. Their own words come after ours. */
export const moveRequested = defineMail({
  id: "appointment-asked-practice",
  title: "Request to move, to the practice",
  data: appointmentData["appointment-asked-practice"],
  load: async (context, data) => {
    const about = await forPractice(context, data);
    const request = about && (await getMoveRequest(context.db, about.appointment));
    return request && isAhead(context, about.appointment) ? { ...about, words: request.words } : null;
  },
  body: ({ facts, words }) =>
    practiceLetter(
      `Request to move: ${facts.day}, ${facts.time}`,
      <>
        <MailFact>{facts.when}</MailFact>
        <MailText>
          The client asks to move this appointment. It is too late to do that online, so nothing has changed yet.
        </MailText>
        <MailText>
          <MailLink href={`${facts.sender.siteUrl}/admin/requests`}>Answer the request</MailLink>: move the appointment,
          or say that you can’t.
        </MailText>
        <MailText>What would suit them: {words}</MailText>
        <Who facts={facts} />
      </>,
    ),
  example: async (context) => ({ ...(await exampleAbout(context)), words: "Any day after four" }),
});

/** The answer to a request that the practice can't meet. */
export const moveDeclined = defineMail({
  id: "appointment-declined-client",
  title: "Cannot be moved",
  data: appointmentData["appointment-declined-client"],
  words: {
    "cannot-move": {
      about: "When a client asked you to move it, and you can’t.",
      words: {
        subject: "We can’t move {date}, {time}",
        opening: `${HELLO}You asked us to move your appointment. We are sorry, but we can’t. It stays as booked.`,
        closing: "If you can’t come then, call us on {phone}.",
      },
      facts: FACTS,
    },
  },
  load: async (context, data) => {
    const about = await forClientAhead(context, data);
    const request = about && (await getMoveRequest(context.db, about.appointment));
    return request?.answer === "declined" ? about : null;
  },
  body: ({ facts }) => clientLetter(facts, <Details facts={facts} />),
  example: exampleAbout,
});
