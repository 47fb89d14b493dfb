import type { ReactNode } from "react";
import { Changed, type Draft } from "#app/appointments/appointment.emails.tsx";
import type { MailFacts } from "#app/appointments/mail-facts.ts";
import type { ToldChange } from "#app/appointments/told-change.ts";
import { MailFact, MailFrame, MailLink, MailRule, MailText } from "#app/ui/mail-frame.tsx";

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

export function bookingMoved(facts: MailFacts, change: ToldChange): Draft {
  return draft(
    facts,
    `Moved by the client: now ${facts.day}, ${facts.time}`,
    <>
      <Changed facts={facts} change={change} />
      <Who facts={facts} />
    </>,
  );
}

/** The client's own words come after ours: a lock screen shows a mail's first lines. */
export function askedToMove(facts: MailFacts, words: string): Draft {
  return draft(
    facts,
    `Asks to move: ${facts.day}, ${facts.time}`,
    <>
      <MailFact>{facts.when}</MailFact>
      <MailText>It is too late to move it online, and nothing has moved.</MailText>
      <MailText>
        <MailLink href={`${facts.sender.siteUrl}/admin/requests`}>Answer it</MailLink>: move it, or say that you can’t.
      </MailText>
      <MailText>When would suit them: {words}</MailText>
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

/** Treatment and number come last: a lock screen shows a mail's first lines. */
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
      {facts.venue ? <MailText>{facts.venue}.</MailText> : null}
      {facts.practicalNote ? <MailText>Their note: {facts.practicalNote}</MailText> : null}
    </>
  );
}
