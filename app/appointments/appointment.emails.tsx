import type { ReactElement, ReactNode } from "react";
import type { MailFacts } from "#app/appointments/mail-facts.ts";
import { Rights } from "#app/appointments/rights.emails.tsx";
import type { ToldChange } from "#app/appointments/told-change.ts";
import { MailButton, MailFact, MailFrame, MailLink, MailPhone, MailRule, MailText } from "#app/ui/mail-frame.tsx";

/**
 * A mail before it is rendered. Subjects give the day, never the treatment: other people can read a lock screen.
 * `calendar` false: it changes nothing in a calendar.
 */
export type Draft = { subject: string; body: ReactElement; calendar?: boolean };

const WHY = "You got this because an appointment was booked with this address.";

export function confirmed(facts: MailFacts): Draft {
  const subject = `Confirmed: ${facts.day}, ${facts.time}`;
  return draft(facts, subject, <Booked facts={facts} lead="Your appointment is confirmed." />);
}

/** The practice confirmed a pending appointment. */
export function accepted(facts: MailFacts): Draft {
  const subject = `Confirmed: ${facts.day}, ${facts.time}`;
  return draft(
    facts,
    subject,
    <Booked facts={facts} lead="We have checked your request. Your appointment is confirmed." />,
  );
}

export function pending(facts: MailFacts): Draft {
  return draft(
    facts,
    `We have your request for ${facts.day}`,
    <>
      <MailText>
        We are checking this time and will confirm within one working day. You do not need to do anything.
      </MailText>
      <MailFact>{facts.when}</MailFact>
      <Details facts={facts} />
      <Change facts={facts} />
      <Rights facts={facts} />
    </>,
  );
}

/** A new manage link: the address was corrected, or the practice asked for a new one. */
export function newLink(facts: MailFacts): Draft {
  return draft(
    facts,
    `Your new link for ${facts.day}, ${facts.time}`,
    <>
      <MailText>
        Here is a new link to see, change or cancel your appointment. The one from before no longer works.
      </MailText>
      <MailFact>{facts.when}</MailFact>
      <Details facts={facts} />
      <Change facts={facts} />
      <CalendarNote facts={facts} words="The calendar file attached has the new link too." />
    </>,
  );
}

export function rescheduled(facts: MailFacts, change: ToldChange): Draft {
  return draft(
    facts,
    `${change.isMoved ? "Your new time" : "Changed"}: ${facts.day}, ${facts.time}`,
    <>
      <MailText>We have {change.isMoved ? "moved" : "changed"} your appointment.</MailText>
      <Changed facts={facts} change={change} />
      <Details facts={facts} />
      <MailText>
        If you did not ask for this, ring us on <MailPhone sender={facts.sender} />.
      </MailText>
      <Change facts={facts} />
      <CalendarNote facts={facts} words="The calendar file attached moves the entry." />
    </>,
  );
}

export function reminder(facts: MailFacts): Draft {
  const until = facts.freeUntil ? `Tell us by ${facts.freeUntil} and it is free` : "Please tell us";
  const mail = draft(
    facts,
    `See you on ${facts.weekday} at ${facts.time}`,
    <>
      <MailText>We are expecting you.</MailText>
      <MailFact>{facts.when}</MailFact>
      <MailText>
        With {facts.therapist}. This time is kept for you; a missed appointment costs us about {facts.price}.
      </MailText>
      <MailText>
        Still fine? Nothing to do. Cannot make it? {until}: <MailLink href={facts.manageUrl}>change or cancel</MailLink>{" "}
        or <MailPhone sender={facts.sender} />.
      </MailText>
      <MailText>Temperature, new injury, or a hot swollen calf? Please ring first.</MailText>
      <Place facts={facts} />
    </>,
  );
  return { ...mail, calendar: false };
}

/** `rang`: the practice cancelled for the client. `againUrl`: the booking page with the same choices. */
export function cancelledByClient(facts: MailFacts, { rang, againUrl }: { rang: boolean; againUrl: string }): Draft {
  return draft(
    facts,
    `Cancelled: ${facts.day}`,
    <>
      <MailText>
        This is your record that your appointment has been cancelled{rang ? ", as you asked" : ""}. There is nothing to
        pay.
      </MailText>
      <MailFact>{facts.when}</MailFact>
      <MailText>Would you like a different time?</MailText>
      <MailButton href={againUrl}>Book again</MailButton>
      <CalendarNote facts={facts} words="The calendar file attached removes the entry." />
    </>,
  );
}

/** `near`: up to three other times, each with the address that books it. */
export function cancelledByPractice(
  facts: MailFacts,
  { reason, near }: { reason: string | null; near: { label: string; href: string }[] },
): Draft {
  return draft(
    facts,
    `We are sorry, we need to cancel ${facts.day}`,
    <>
      <MailText>We are sorry: we can’t see you at the time that you booked.</MailText>
      <MailFact>{facts.when}</MailFact>
      {reason ? <MailText>{reason}</MailText> : null}
      {near.length > 0 ? <MailText>We can see you at:</MailText> : null}
      {near.map((time) => (
        <MailText key={time.href}>
          <MailLink href={time.href}>{time.label}</MailLink>
        </MailText>
      ))}
      <MailText>
        There is nothing to pay. If you would rather talk, ring us on <MailPhone sender={facts.sender} />.
      </MailText>
      <CalendarNote facts={facts} words="The calendar file attached removes the entry." />
    </>,
  );
}

function draft(facts: MailFacts, subject: string, children: ReactNode): Draft {
  const body = (
    <MailFrame title={subject} sender={facts.sender} why={WHY}>
      <MailText>{facts.greeting}</MailText>
      {children}
    </MailFrame>
  );
  return { subject, body };
}

/** The new time, the old one if it differs, and whatever else has changed. */
export function Changed({ facts, change: { was, lines } }: { facts: MailFacts; change: ToldChange }) {
  return (
    <>
      <MailFact>
        {was ? "Now: " : ""}
        {facts.when}
      </MailFact>
      {was ? <MailText>Was: {was}</MailText> : null}
      {lines.map((line) => (
        <MailText key={line}>{line}</MailText>
      ))}
    </>
  );
}

function Booked({ facts, lead }: { facts: MailFacts; lead: string }) {
  return (
    <>
      <MailText>{lead}</MailText>
      <MailFact>{facts.when}</MailFact>
      <Details facts={facts} />
      <Place facts={facts} />
      <MailText>
        <strong>Before you come:</strong> Bring shorts. Eat something light. Arrive five minutes early.
      </MailText>
      <Change facts={facts} />
      <MailText>
        <strong>If you feel unwell or something new hurts,</strong> please ring before you come:{" "}
        <MailPhone sender={facts.sender} />.
      </MailText>
      <CalendarNote facts={facts} words="The calendar file is attached." />
      <Rights facts={facts} />
    </>
  );
}

function Details({ facts }: { facts: MailFacts }) {
  return (
    <MailText>
      {facts.service}, {facts.minutes} minutes, with {facts.therapist}. {facts.price} in total, to pay on the day by
      card or cash.
    </MailText>
  );
}

function Place({ facts }: { facts: MailFacts }) {
  return (
    <MailText>
      {facts.sender.address}. {facts.directions}
    </MailText>
  );
}

function Change({ facts }: { facts: MailFacts }) {
  const until = facts.freeUntil
    ? ` Free until ${facts.freeUntil}.`
    : ` Please ring us: $<MailPhone sender={facts.sender} />.`;
  return (
    <>
      <MailText>
        <strong>Need to change it?</strong>
        {until}
      </MailText>
      <MailButton href={facts.manageUrl}>See, change or cancel</MailButton>
    </>
  );
}

function CalendarNote({ facts, words }: { facts: MailFacts; words: string }) {
  return (
    <>
      <MailRule />
      <MailText>
        {words} Reference {facts.reference}.
      </MailText>
    </>
  );
}
