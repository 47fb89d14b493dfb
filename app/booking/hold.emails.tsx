import type { Draft } from "#app/appointments/appointment.emails.tsx";
import { namedFacts } from "#app/appointments/appointment-mail-texts.ts";
import type { MailFacts } from "#app/appointments/mail-facts.ts";
import { MailParagraphs } from "#app/outbox/letter.tsx";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { filledLine, type MailWords } from "#app/settings/mail-words.ts";
import { MailButton, MailFact, MailFrame, MailLink, MailText } from "#app/ui/mail-frame.tsx";

type Link = { until: string; keepUrl: string };

/** Asks the client to confirm a held booking. `until`: `10:30am`. */
export function held(facts: MailFacts, words: MailWords, { until, keepUrl }: Link): Draft {
  return linkMail(facts, words, {
    keepUrl,
    why: "You got this because somebody booked with this address. If it was not you, do nothing: nothing is booked then.",
    before: `We keep this time until ${until}:`,
    button: "Keep this time",
    after: "If you do not press it by then, the time is free again and nothing is booked.",
  });
}

/** Asks the client to book by the link: the time is not kept. `until`: `10:30am on Tuesday 24 November`. */
export function notHeld(facts: MailFacts, words: MailWords, { until, keepUrl }: Link): Draft {
  return linkMail(facts, words, {
    keepUrl,
    why: "You got this because someone entered this address to book. If it was not you, do nothing: nothing is booked.",
    before: "The time is yours when you open the link, if it is still free:",
    button: "Book this time",
    after: `The link works until ${until}.`,
  });
}

type LinkWords = { keepUrl: string; why: string; before: string; button: string; after: string };

function linkMail(facts: MailFacts, words: MailWords, { keepUrl, why, before, button, after }: LinkWords): Draft {
  const worded = { facts: namedFacts(facts), sender: facts.sender };
  const subject = filledLine(words.subject, worded.facts);
  return {
    subject,
    calendar: false,
    body: (
      <MailFrame title={subject} sender={facts.sender} why={why}>
        <MailParagraphs text={words.opening} {...worded} />
        <MailText>{before}</MailText>
        <MailFact>{facts.when}</MailFact>
        <OtherThen facts={facts} />
        <MailButton href={keepUrl}>{button}</MailButton>
        <MailText>{after}</MailText>
        <MailParagraphs text={words.closing} {...worded} />
      </MailFrame>
    ),
  };
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
export function brake({
  sender,
  lastHour,
  lastDay = lastHour,
}: {
  sender: MailSender;
  lastHour: number;
  lastDay?: number;
}): Draft {
  const within = lastDay > lastHour ? `${lastDay} bookings in a day` : `${lastHour} bookings in an hour`;
  const subject = `${within}: guests now confirm by email`;
  return {
    subject,
    calendar: false,
    body: (
      <MailFrame title={subject} sender={sender} why="The booking desk writes this to the practice once a day at most.">
        <MailText>
          That is far more than usual. Guests who book without signing in now confirm with a link that we email them.
          This ends by itself when fewer bookings come in.
        </MailText>
        <MailText>If these bookings look made up, you can cancel them together:</MailText>
        <MailButton href={`${sender.siteUrl}/appointments?sort=date&proof=none`}>See unconfirmed bookings</MailButton>
        <MailText>You choose in the booking settings how many are too many.</MailText>
      </MailFrame>
    ),
  };
}
