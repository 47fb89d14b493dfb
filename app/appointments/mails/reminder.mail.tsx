import { viewStatus } from "#app/appointments/appointment.ts";
import { exampleAbout, forClientAhead } from "#app/appointments/mails/about-appointment.server.ts";
import { Buttons, clientLetter, Details, FACTS, HELLO } from "#app/appointments/mails/appointment-parts.tsx";
import type { MailFacts } from "#app/appointments/mails/mail-facts.ts";
import { appointmentData } from "#app/appointments/notifications/appointment-message.ts";
import { defineMail } from "#app/mail/define-mail.server.ts";
import { Ours } from "#app/mail/letter.tsx";
import { MailPhone, MailText } from "#app/ui/mail-frame.tsx";

/** Dropped if the appointment has moved since. */
export const reminder = defineMail({
  id: "appointment-reminder-client",
  title: "Reminder",
  data: appointmentData["appointment-reminder-client"],
  words: {
    "booking-reminder": {
      about: "Before an appointment: how long is under Booking.",
      words: {
        subject: "See you on {weekday} at {time}",
        opening: `${HELLO}We look forward to seeing you. This time is kept for you: a missed appointment costs us about {price}.`,
        closing: "Temperature, new injury, or a hot swollen calf? Call first.",
      },
      facts: FACTS,
    },
  },
  load: async (context, { appointmentId, start }) => {
    const about = await forClientAhead(context, { appointmentId });
    if (about?.appointment.start !== start) return null;
    return viewStatus(about.appointment.status) === "Confirmed" ? about : null;
  },
  body: ({ facts }) => clientLetter(facts, <Reminding facts={facts} />, { ring: "See you" }),
  example: exampleAbout,
});

function Reminding({ facts }: { facts: MailFacts }) {
  const until = facts.freeUntil ? `Tell us by ${facts.freeUntil} and it is free` : "Tell us";
  return (
    <>
      <Details facts={facts} />
      <MailText>
        If the time still suits you, there is nothing to do. Can’t come? <Ours>{until}</Ours>: use the button or call{" "}
        <MailPhone sender={facts.sender} />.
      </MailText>
      <Buttons facts={facts} />
    </>
  );
}
