import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import { getHold, keepUrlOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { getRequest } from "#app/appointments/booking/booking-requests.db.server.ts";
import { exampleAbout, forClientAhead, forClientOf } from "#app/appointments/mails/about-appointment.server.ts";
import { FACTS, HELLO, namedFacts } from "#app/appointments/mails/appointment-parts.tsx";
import { type MailFacts, timeOf } from "#app/appointments/mails/mail-facts.ts";
import { appointmentData } from "#app/appointments/notifications/appointment-message.ts";
import { defineMail } from "#app/mail/define-mail.server.ts";
import type { Letter } from "#app/mail/letter.tsx";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { MailButton, MailFact, MailLink, MailText } from "#app/ui/mail-frame.tsx";

const WE_ASK = "We ask because many bookings came in at once, or because several bookings with these details are open.";

/** Asks the client to confirm a held booking. `until`: `10:30`. */
export const bookingHold = defineMail({
  id: "appointment-held-client",
  title: "Confirm your booking",
  data: appointmentData["appointment-held-client"],
  words: {
    "keep-booking": {
      about: "When many bookings come in at once.",
      words: {
        subject: "Confirm your booking: {date}, {time}",
        opening: `${HELLO}There is one more step.`,
        closing: WE_ASK,
      },
      facts: FACTS,
    },
  },
  load: async (context, data) => {
    const { app, db, now, zone } = context;
    const about = await forClientAhead(context, data);
    const hold = about && (await getHold(db, about.appointment.id));
    if (!hold || !isOpen(hold) || hold.until <= now) return null;
    const until = timeOf(hold.until, zone);
    return { ...about, until, keepUrl: keepUrlOf(app, about.appointment.id) };
  },
  body: ({ facts, until, keepUrl }, { say }) =>
    linkLetter(facts, {
      keepUrl,
      why: "You got this email because someone booked with this address. If it was not you, ignore this email and nothing will be booked.",
      before: say(`We are keeping this time for you until ${until}:`),
      button: "Keep this time",
      after: "If you don’t confirm by then, the time is released.",
    }),
  example: async (context) => {
    const about = await exampleAbout(context);
    return { ...about, until: about.facts.time, keepUrl: `${about.facts.manageUrl}/keep` };
  },
});

/** Asks the client to book by the link: the time is not kept. `until`: `10:30 on Tuesday 24 November`. */
export const bookingRequested = defineMail({
  id: "booking-request-client",
  title: "Link to book a time",
  data: appointmentData["booking-request-client"],
  words: {
    "book-by-link": {
      about: "When so many unconfirmed bookings are open that we keep no more times for them.",
      words: {
        subject: "Finish your booking: {date}, {time}",
        opening: `${HELLO}One more step: open the link below to book this time.`,
        closing: WE_ASK,
      },
      facts: FACTS,
    },
  },
  load: async (context, { requestId }) => {
    const { app, db, now, zone } = context;
    const request = await getRequest(db, requestId);
    if (!request || request.until <= now) return null;
    const about = await forClientOf(context, request.appointment);
    const until = `${timeOf(request.until, zone)} on ${dayInWords(localDateOf(request.until, zone))}`;
    return about && { ...about, until, keepUrl: keepUrlOf(app, requestId) };
  },
  body: ({ facts, until, keepUrl }) =>
    linkLetter(facts, {
      keepUrl,
      why: "You got this email because someone entered this address to book. If it was not you, ignore this email: nothing is booked.",
      before: "The time is yours when you open the link, if it is still free:",
      button: "Book this time",
      after: `The link works until ${until}.`,
    }),
  example: async (context) => {
    const about = await exampleAbout(context);
    const { time, day, manageUrl } = about.facts;
    return { ...about, until: `${time} on ${day}`, keepUrl: `${manageUrl}/keep` };
  },
});

type LinkWords = { keepUrl: string; why: string; before: string; button: string; after: string };

function linkLetter(facts: MailFacts, { keepUrl, why, before, button, after }: LinkWords): Letter {
  const children = (
    <>
      <MailText>{before}</MailText>
      <MailFact>{facts.when}</MailFact>
      <OtherThen facts={facts} />
      <MailButton href={keepUrl}>{button}</MailButton>
      <MailText>{after}</MailText>
    </>
  );
  return { why, named: namedFacts(facts), children };
}

function OtherThen({ facts: { double } }: { facts: MailFacts }) {
  if (!double) return null;
  return (
    <MailText>
      <strong>You already have an appointment at this time:</strong> {double.when}. Use the button only if you want
      both. Or <MailLink href={`${double.manageUrl}/cancel`}>cancel the first one</MailLink>.
    </MailText>
  );
}

/** Tells the practice, once a day at most, that guests must confirm by email for now. */
export const bookingBrake = defineMail({
  id: "booking-brake-practice",
  title: "Many bookings at once",
  data: appointmentData["booking-brake-practice"],
  load: async ({ inbox }, { lastHour, lastDay = lastHour }) => ({ to: inbox, replyTo: inbox, lastHour, lastDay }),
  body: ({ lastHour, lastDay }, { siteUrl }) => {
    const within = lastDay > lastHour ? `${lastDay} bookings in a day` : `${lastHour} bookings in an hour`;
    return {
      subject: `${within}: guests now confirm by email`,
      why: "You get this email once a day at most.",
      children: (
        <>
          <MailText>
            That is far more than usual. Guests who book without signing in now confirm with a link that this site
            emails them. This stops by itself when fewer bookings come in.
          </MailText>
          <MailText>If these bookings look made up, you can cancel them together:</MailText>
          <MailButton href={`${siteUrl}/appointments?sort=date&proof=none`}>See unconfirmed bookings</MailButton>
          <MailText>You can change the limit in the booking settings.</MailText>
        </>
      ),
    };
  },
  example: ({ inbox }) => ({ to: inbox, replyTo: inbox, lastHour: 34, lastDay: 34 }),
});
