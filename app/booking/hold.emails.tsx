import type { Draft } from "#app/appointments/appointment.emails.tsx";
import type { MailFacts } from "#app/appointments/mail-facts.ts";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailButton, MailFact, MailFrame, MailText } from "#app/ui/mail-frame.tsx";

/** Asks the client to confirm a held booking. `until`: `10:30am`. */
export function held(facts: MailFacts, { until, keepUrl }: { until: string; keepUrl: string }): Draft {
  const subject = `Press to keep ${facts.day}, ${facts.time}`;
  return {
    subject,
    calendar: false,
    body: (
      <MailFrame
        title={subject}
        sender={facts.sender}
        why="You got this because somebody booked with this address. If it was not you, do nothing: nothing is booked then."
      >
        <MailText>{facts.greeting}</MailText>
        <MailText>One more step. We keep this time until {until}:</MailText>
        <MailFact>{facts.when}</MailFact>
        <MailButton href={keepUrl}>Keep this time</MailButton>
        <MailText>
          If you do not press it by then, the time is free again and nothing is booked. We ask because many bookings
          came in at once, or several are open under these details.
        </MailText>
      </MailFrame>
    ),
  };
}

/** Tells the practice, once a day at most, that guests must confirm by e-mail for now. */
export function brake({ sender, lastHour }: { sender: MailSender; lastHour: number }): Draft {
  const subject = `${lastHour} bookings within an hour: guests must press a link now`;
  return {
    subject,
    calendar: false,
    body: (
      <MailFrame title={subject} sender={sender} why="The booking desk writes this to the practice once a day at most.">
        <MailText>
          That is far more than usual, so whoever books without signing in now gets a mail with a link, and their time
          is free again after 30 minutes without a press. It ends by itself when fewer bookings come in.
        </MailText>
        <MailText>You choose in the settings how many are too many:</MailText>
        <MailButton href={`${sender.siteUrl}/admin/settings/booking`}>Booking settings</MailButton>
      </MailFrame>
    ),
  };
}
