import { viewStatus } from "#app/appointments/appointment.ts";
import {
  type About,
  calendarEntry,
  exampleAbout,
  forClientAhead,
  forPractice,
} from "#app/appointments/mails/about-appointment.server.ts";
import {
  Agreed,
  BEFORE,
  BeforeYouCome,
  CalendarNote,
  Change,
  clientLetter,
  Details,
  Double,
  FACTS,
  HELLO,
  practiceLetter,
  Rights,
  Who,
} from "#app/appointments/mails/appointment-parts.tsx";
import { appointmentData } from "#app/appointments/notifications/appointment-message.ts";
import { defineMail } from "#app/mail/define-mail.server.ts";
import { MailFact, MailText } from "#app/ui/mail-frame.tsx";

const confirmed = {
  load: forClientAhead,
  body: ({ facts }: About) =>
    clientLetter(
      facts,
      <>
        <Double facts={facts} />
        <Details facts={facts} />
        <Agreed facts={facts} />
        <BeforeYouCome facts={facts} />
        <Change facts={facts} />
      </>,
      {
        ring: "Booked",
        legal: (
          <>
            <CalendarNote facts={facts} words="The calendar file is attached." />
            <Rights facts={facts} />
          </>
        ),
      },
    ),
  calendar: calendarEntry,
  example: exampleAbout,
};

export const bookingConfirmed = defineMail({
  id: "appointment-confirmed-client",
  title: "Booking confirmed",
  data: appointmentData["appointment-confirmed-client"],
  words: {
    "booking-confirmed": {
      about: "Straight away, when a booking needs no confirmation.",
      words: {
        subject: "Confirmed: {date}, {time}",
        opening: `${HELLO}Your appointment is confirmed.`,
        closing: BEFORE,
      },
      facts: FACTS,
    },
  },
  ...confirmed,
});

/** The practice confirmed what was pending. */
export const bookingAccepted = defineMail({
  id: "appointment-accepted-client",
  title: "Booking accepted",
  data: appointmentData["appointment-accepted-client"],
  words: {
    "booking-accepted": {
      about: "When you confirm a pending booking.",
      words: {
        subject: "Confirmed: {date}, {time}",
        opening: `${HELLO}We have checked your request. Your appointment is confirmed.`,
        closing: BEFORE,
      },
      facts: FACTS,
    },
  },
  ...confirmed,
});

/** The practice took a cancellation back. */
export const bookingReinstated = defineMail({
  id: "appointment-reinstated-client",
  title: "Reinstated after a cancellation",
  data: appointmentData["appointment-reinstated-client"],
  words: {
    "booking-reinstated": {
      about: "When you reinstate an appointment after emailing that it is cancelled.",
      words: {
        subject: "Restored: {date}, {time}",
        opening: `${HELLO}Your appointment is back on. Ignore our cancellation email.`,
        closing: BEFORE,
      },
      facts: FACTS,
    },
  },
  ...confirmed,
});

export const bookingReceived = defineMail({
  id: "appointment-pending-client",
  title: "Booking received",
  data: appointmentData["appointment-pending-client"],
  words: {
    "booking-received": {
      about: "When a booking waits for you to confirm it.",
      words: {
        subject: "We have your request for {date}",
        opening: `${HELLO}We are checking this time and will confirm it or suggest another. You do not need to do anything.`,
        closing: "",
      },
      facts: FACTS,
    },
  },
  load: async (context, data) => {
    const about = await forClientAhead(context, data);
    return about && viewStatus(about.appointment.status) === "Pending" ? about : null;
  },
  body: ({ facts }) =>
    clientLetter(
      facts,
      <>
        <Double facts={facts} />
        <Details facts={facts} />
        <Agreed facts={facts} />
        <Change facts={facts} />
      </>,
      { ring: "Requested", legal: <Rights facts={facts} /> },
    ),
  calendar: calendarEntry,
  example: exampleAbout,
});

export const bookedToPractice = defineMail({
  id: "appointment-confirmed-practice",
  title: "New booking, to the practice",
  data: appointmentData["appointment-confirmed-practice"],
  load: forPractice,
  body: ({ facts, appointment }) => {
    const waits = viewStatus(appointment.status) === "Pending";
    return practiceLetter(
      `${waits ? "To confirm" : "New booking"}: ${facts.day}, ${facts.time}`,
      <>
        <MailFact>{facts.when}</MailFact>
        {waits ? <MailText>This booking waits for you to confirm it.</MailText> : null}
        <Who facts={facts} />
      </>,
    );
  },
  example: exampleAbout,
});
