import { z } from "zod";
import { exampleAbout, forPractice, isAhead } from "#app/appointments/mails/about-appointment.server.ts";
import { Who } from "#app/appointments/mails/appointment-parts.tsx";
import { defineMail } from "#app/mail/define-mail.server.ts";
import { MailFact, MailText } from "#app/ui/mail-frame.tsx";

/** To the practice: someone should speak to this client before they come. It says no word of what they wrote. */
export const callFirst = defineMail({
  id: "call-first-practice",
  title: "Call before an appointment, to the practice",
  data: z.object({ appointmentId: z.string() }),
  load: async (context, data) => {
    const about = await forPractice(context, data);
    return about && isAhead(context, about.appointment) ? about : null;
  },
  body: ({ facts }) => ({
    subject: `Call the client before ${facts.day}, ${facts.time}`,
    why: "You got this because of what a client sent before their appointment.",
    children: (
      <>
        <MailFact>{facts.when}</MailFact>
        <MailText>
          Please call the client before they come: their health form says “Call first”. Nothing was cancelled. They have
          read your number, and whom to call in an emergency.
        </MailText>
        <MailText>Only the therapist who treats them can open the form.</MailText>
        <Who facts={facts} />
      </>
    ),
  }),
  example: exampleAbout,
});
