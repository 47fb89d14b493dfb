import type { ReactNode } from "react";
import type { Draft } from "#app/appointments/appointment.emails.tsx";
import { MailParagraphs } from "#app/outbox/letter.tsx";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { filledLine, type MailWords } from "#app/settings/mail-words.ts";
import { MailButton, MailFact, MailFrame, MailLink, MailText } from "#app/ui/mail-frame.tsx";

type BookingLink = { when: string; service: string; url: string };

export function bookingLinks(sender: MailSender, words: MailWords, bookings: readonly BookingLink[]): Draft {
  const why = "You got this because somebody asked at our site for the links of the bookings made with this address.";
  const body = bookings.map(({ when, service, url }) => (
    <div key={url}>
      <MailFact>{when}</MailFact>
      <MailText>
        {service}. <MailLink href={url}>See, change or cancel</MailLink>
      </MailText>
    </div>
  ));
  return draft(sender, words, { why, body });
}

/** After "Keep my details for next time". */
export function keepDetails(sender: MailSender, words: MailWords, { url }: { url: string }): Draft {
  const body = (
    <>
      <MailText>
        Press this and choose a password, and your name, telephone number and bookings are kept for next time:
      </MailText>
      <MailButton href={url}>Keep my details</MailButton>
      <MailText>
        The link works once, for three days. If it was not you who asked, do nothing, and there is no account.
      </MailText>
    </>
  );
  return draft(sender, words, { why: WHY_KEPT, body });
}

/** The same, where the address has an account already. */
export function detailsKept(sender: MailSender, words: MailWords, { loginUrl }: { loginUrl: string }): Draft {
  const body = (
    <>
      <MailText>This address has an account, and nothing about it has changed. Your details are kept there.</MailText>
      <MailButton href={loginUrl}>Log in</MailButton>
    </>
  );
  return draft(sender, words, { why: WHY_KEPT, body });
}

const WHY_KEPT = "You got this because somebody asked for it on the page of a booking made with this address.";

function draft(sender: MailSender, words: MailWords, { why, body }: { why: string; body: ReactNode }): Draft {
  const facts = { practice: sender.name, phone: sender.phone };
  const subject = filledLine(words.subject, facts);
  return {
    subject,
    calendar: false,
    body: (
      <MailFrame title={subject} sender={sender} why={why}>
        <MailParagraphs text={words.opening} facts={facts} sender={sender} />
        {body}
        <MailParagraphs text={words.closing} facts={facts} sender={sender} />
      </MailFrame>
    ),
  };
}
