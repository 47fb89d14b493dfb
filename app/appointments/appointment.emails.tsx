import type { ReactElement, ReactNode } from "react";
import { namedFacts } from "#app/appointments/appointment-mail-texts.ts";
import type { MailFacts } from "#app/appointments/mail-facts.ts";
import { Rights } from "#app/appointments/rights.emails.tsx";
import type { ToldChange } from "#app/appointments/told-change.ts";
import { MailParagraphs } from "#app/outbox/letter.tsx";
import { filledLine, type MailWords } from "#app/settings/mail-words.ts";
import { MailButton, MailFact, MailFrame, MailLink, MailPhone, MailRule, MailText } from "#app/ui/mail-frame.tsx";

/**
 * A mail before it is rendered. Subjects give the day, never the treatment: other people can read a lock screen.
 * `calendar` false: it changes nothing in a calendar.
 */
export type Draft = { subject: string; body: ReactElement; calendar?: boolean };

const WHY = "You got this because an appointment was booked with this address.";

/** Also when the practice confirmed a pending appointment, or took a cancellation back, in other words. */
export function confirmed(facts: MailFacts, words: MailWords): Draft {
  return draft(facts, words, {
    body: (
      <>
        <MailFact>{facts.when}</MailFact>
        <Double facts={facts} />
        <Details facts={facts} />
        <Place facts={facts} />
        <Change facts={facts} />
      </>
    ),
    end: (
      <>
        <CalendarNote facts={facts} words="The calendar file is attached." />
        <Rights facts={facts} />
      </>
    ),
  });
}

export function pending(facts: MailFacts, words: MailWords): Draft {
  const body = (
    <>
      <MailFact>{facts.when}</MailFact>
      <Double facts={facts} />
      <Details facts={facts} />
      <Change facts={facts} />
    </>
  );
  return draft(facts, words, { body, end: <Rights facts={facts} /> });
}

/** A new manage link: the address was corrected, or the practice asked for a new one. */
export function newLink(facts: MailFacts, words: MailWords): Draft {
  const body = (
    <>
      <MailFact>{facts.when}</MailFact>
      <Details facts={facts} />
      <Change facts={facts} />
    </>
  );
  const end = <CalendarNote facts={facts} words="The calendar file attached has the new link too." />;
  return draft(facts, words, { body, end });
}

export function rescheduled(facts: MailFacts, words: MailWords, change: ToldChange): Draft {
  const body = (
    <>
      <Changed facts={facts} change={change} />
      <Details facts={facts} />
      <Change facts={facts} />
    </>
  );
  const end = <CalendarNote facts={facts} words="The calendar file attached moves the entry." />;
  return draft(facts, words, { body, end });
}

/** The answer to a request that the practice can't meet. */
export function cannotMove(facts: MailFacts, words: MailWords): Draft {
  const body = (
    <>
      <MailFact>{facts.when}</MailFact>
      <Details facts={facts} />
    </>
  );
  return { ...draft(facts, words, { body, end: null }), calendar: false };
}

export function reminder(facts: MailFacts, words: MailWords): Draft {
  const until = facts.freeUntil ? `Tell us by ${facts.freeUntil} and it is free` : "Please tell us";
  const body = (
    <>
      <MailFact>{facts.when}</MailFact>
      <MailText>With {facts.therapist}.</MailText>
      <MailText>
        Still fine? Nothing to do. Cannot make it? {until}: <MailLink href={facts.manageUrl}>change or cancel</MailLink>{" "}
        or <MailPhone sender={facts.sender} />.
      </MailText>
    </>
  );
  return { ...draft(facts, words, { body, end: <Place facts={facts} /> }), calendar: false };
}

/** `times`: what is offered instead, each with the page where it is taken. It changes nothing in a calendar. */
export function otherTimes(facts: MailFacts, words: MailWords, times: { label: string; href: string }[]): Draft {
  const body = (
    <>
      <MailFact>Booked: {facts.when}</MailFact>
      {times.map(({ label, href }) => (
        <MailText key={href}>
          <MailLink href={href}>{label}</MailLink>
        </MailText>
      ))}
    </>
  );
  return { ...draft(facts, words, { body, end: null }), calendar: false };
}

/** `againUrl`: the booking page with the same choices. */
export function cancelledByClient(facts: MailFacts, words: MailWords, { againUrl }: { againUrl: string }): Draft {
  const body = (
    <>
      <MailFact>{facts.when}</MailFact>
      <MailText>Would you like a different time?</MailText>
      <MailButton href={againUrl}>Book again</MailButton>
    </>
  );
  const end = <CalendarNote facts={facts} words="The calendar file attached removes the entry." />;
  return draft(facts, words, { body, end });
}

/** `near`: up to three other times, each with the address that books it. */
export function cancelledByPractice(
  facts: MailFacts,
  words: MailWords,
  { reason, near }: { reason: string | null; near: { label: string; href: string }[] },
): Draft {
  const body = (
    <>
      <MailFact>{facts.when}</MailFact>
      {reason ? <MailText>{reason}</MailText> : null}
      {near.length > 0 ? <MailText>We can see you at:</MailText> : null}
      {near.map((time) => (
        <MailText key={time.href}>
          <MailLink href={time.href}>{time.label}</MailLink>
        </MailText>
      ))}
    </>
  );
  const end = <CalendarNote facts={facts} words="The calendar file attached removes the entry." />;
  return draft(facts, words, { body, end });
}

/** The practice's words around what only we may say: `end` stands after its closing. */
export function draft(facts: MailFacts, words: MailWords, { body, end }: { body: ReactNode; end: ReactNode }): Draft {
  const named = namedFacts(facts);
  const subject = filledLine(words.subject, named);
  const worded = { facts: named, sender: facts.sender };
  return {
    subject,
    body: (
      <MailFrame title={subject} sender={facts.sender} why={WHY}>
        <MailParagraphs text={words.opening} {...worded} />
        {body}
        <MailParagraphs text={words.closing} {...worded} />
        {end}
      </MailFrame>
    ),
  };
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

/** Asks whether both of two appointments at one time are meant: only the address's owner reads it. */
export function Double({ facts: { double, manageUrl } }: { facts: Pick<MailFacts, "double" | "manageUrl"> }) {
  if (!double) return null;
  return (
    <MailText>
      <strong>You have another appointment at this time:</strong> {double.when}. To keep both, you need do nothing. Or
      cancel one: <MailLink href={`${manageUrl}/cancel`}>cancel this one</MailLink> or{" "}
      <MailLink href={`${double.manageUrl}/cancel`}>cancel the other one</MailLink>.
    </MailText>
  );
}

function Details({ facts }: { facts: MailFacts }) {
  return (
    <MailText>
      {facts.service}, {facts.minutes} minutes, with {facts.therapist}. {facts.price} in total, to pay on the day
      {facts.payBy}.
    </MailText>
  );
}

export function Place({ facts }: { facts: MailFacts }) {
  return facts.place ? <MailText>{facts.place}</MailText> : null;
}

function Change({ facts }: { facts: MailFacts }) {
  return (
    <>
      <MailText>
        <strong>Need to change it?</strong>{" "}
        {facts.freeUntil ? (
          `Free until ${facts.freeUntil}.`
        ) : (
          <>
            Please ring us: <MailPhone sender={facts.sender} />.
          </>
        )}
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
