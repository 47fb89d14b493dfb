import type { ReactNode } from "react";
import type { Draft } from "#app/appointments/mails/emails.tsx";
import type { MailFacts } from "#app/appointments/mails/mail-facts.ts";
import { MailFact, MailFrame, MailLink, MailRule, MailText } from "#app/ui/mail/mail-frame.tsx";

const WHY = "The booking desk writes this to the practice whenever a client books, changes or cancels.";

export function newBooking(facts: MailFacts, { waits }: { waits: boolean }): Draft {
  return draft(
    facts,
    `${waits ? "Please confirm" : "New booking"}: ${facts.day}, ${facts.time}`,
    <>
      <MailFact>{facts.when}</MailFact>
      {waits ? <MailText>It waits for your confirmation.</MailText> : null}
      <Who facts={facts} />
    </>,
  );
}

export function bookingMoved(facts: MailFacts, was: string): Draft {
  return draft(
    facts,
    `Moved by the client: now ${facts.day}, ${facts.time}`,
    <>
      <MailFact>Now: {facts.when}</MailFact>
      <MailText>Was: {was}</MailText>
      <Who facts={facts} />
    </>,
  );
}

export function bookingCancelled(facts: MailFacts, reason: string | null): Draft {
  return draft(
    facts,
    `Cancelled by the client: ${facts.day}, ${facts.time}`,
    <>
      <MailFact>{facts.when}</MailFact>
      <MailText>The time is free again.</MailText>
      {reason ? <MailText>Their reason: {reason}</MailText> : null}
      <Who facts={facts} />
    </>,
  );
}

function draft(facts: MailFacts, subject: string, children: ReactNode): Draft {
  const body = (
    <MailFrame title={subject} sender={facts.sender} why={WHY}>
      {children}
    </MailFrame>
  );
  return { subject, body };
}

/** The treatment and the number come last: a lock screen shows a mail's first lines to whoever is near. */
function Who({ facts }: { facts: MailFacts }) {
  return (
    <>
      <MailText>
        <MailLink href={`${facts.sender.siteUrl}/appointments`}>See it in the diary</MailLink>, with all that belongs to
        it.
      </MailText>
      <MailRule />
      <MailText>
        {facts.clientName}, {facts.clientPhone}, {facts.clientEmail}. Reference {facts.reference}.
      </MailText>
      <MailText>
        {facts.service}, {facts.minutes} minutes, with {facts.therapist}. {facts.price}.
      </MailText>
    </>
  );
}
