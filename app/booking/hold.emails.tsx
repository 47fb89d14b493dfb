import type { Draft } from "#app/appointments/appointment.emails.tsx";
import { namedFacts } from "#app/appointments/appointment-mail-texts.ts";
import type { MailFacts } from "#app/appointments/mail-facts.ts";
import { MailParagraphs } from "#app/settings/mail-paragraphs.tsx";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { filledLine, type MailWords } from "#app/settings/mail-words.ts";
import { MailButton, MailFact, MailFrame, MailText } from "#app/ui/mail-frame.tsx";

/** Asks the client to confirm a held booking. `until`: `10:30am`. */
export function held(
  facts: MailFacts,
  words: MailWords,
  { until, keepUrl }: { until: string; keepUrl: string },
): Draft {
  const worded = { facts: namedFacts(facts), sender: facts.sender };
  const subject = filledLine(words.subject, worded.facts);
  return {
    subject,
    calendar: false,
    body: (
      <MailFrame
        title={subject}
        sender={facts.sender}
        why="You got this because somebody booked with this address. If it was not you, do nothing: nothing is booked then."
      >
        <MailParagraphs text={words.opening} {...worded} />
        <MailText>We keep this time until {until}:</MailText>
        <MailFact>{facts.when}</MailFact>
        <MailButton href={keepUrl}>Keep this time</MailButton>
        <MailText>If you do not press it by then, the time is free again and nothing is booked.</MailText>
        <MailParagraphs text={words.closing} {...worded} />
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
