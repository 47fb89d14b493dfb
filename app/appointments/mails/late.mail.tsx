import { exampleAbout, forClientAhead } from "#app/appointments/mails/about-appointment.server.ts";
import { clientLetter, FACTS, HELLO, Place } from "#app/appointments/mails/appointment-parts.tsx";
import { timeOf } from "#app/appointments/mails/mail-facts.ts";
import { appointmentData } from "#app/appointments/notifications/appointment-message.ts";
import { defineMail } from "#app/mail/define-mail.server.ts";
import { MailFact } from "#app/ui/mail-frame.tsx";

const MINUTE_MS = 60_000;

/** Sent from Today. The appointment itself stays where it is. */
export const runningLate = defineMail({
  id: "appointment-late-client",
  title: "Running late",
  data: appointmentData["appointment-late-client"],
  words: {
    "running-late": {
      about: "When you choose Running late on Today.",
      words: {
        subject: "We are running about {late} minutes late today",
        opening: `${HELLO}Sorry, your {time} appointment will start at about {begins}. You will still have your full time.`,
        closing: "If that does not suit you, call us on {phone}.",
      },
      facts: [...FACTS, "late", "begins"],
    },
  },
  load: async (context, { appointmentId, start, minutes }) => {
    const about = await forClientAhead(context, { appointmentId });
    if (about?.appointment.start !== start) return null;
    return { ...about, late: minutes, begins: timeOf(start + minutes * MINUTE_MS, context.zone) };
  },
  body: ({ facts, late, begins }) => {
    const letter = clientLetter(
      facts,
      <>
        <MailFact>{facts.when}</MailFact>
        <Place facts={facts} />
      </>,
    );
    return { ...letter, named: { ...letter.named, late: String(late), begins } };
  },
  example: async (context) => {
    const about = await exampleAbout(context);
    return { ...about, late: 10, begins: timeOf(about.appointment.start + 10 * MINUTE_MS, context.zone) };
  },
});
