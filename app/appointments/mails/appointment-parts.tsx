import type { ReactNode } from "react";
import type { MailFacts } from "#app/appointments/mails/mail-facts.ts";
import type { ChangeSummary } from "#app/appointments/notifications/change-summary.ts";
import { type Letter, Ours } from "#app/mail/letter.tsx";
import type { MailFactsByName } from "#app/settings/schemas/mail-words.ts";
import {
  MailButton,
  MailFact,
  MailLink,
  MailPhone,
  MailRing,
  MailRows,
  MailRule,
  MailSmall,
  MailText,
} from "#app/ui/mail-frame.tsx";

/** The facts of an appointment that may stand in braces. Subjects name no treatment: others can read a lock screen. */
export const FACTS = [
  ...["name", "date", "weekday", "time", "service", "minutes", "price", "therapist", "reference", "practice", "phone"],
] as const;

export const HELLO = "Hello {name},\n\n";
export const BEFORE =
  "**Before you come:** Bring shorts. Eat something light. Arrive five minutes early.\n\n**If you feel unwell or something new hurts,** call before you come: {phone}.";
export const NOT_YOU = "If you did not ask for this, call us on {phone}.";

export function namedFacts(facts: MailFacts): MailFactsByName {
  return {
    name: facts.firstName,
    date: facts.day,
    weekday: facts.weekday,
    time: facts.time,
    service: facts.service,
    minutes: String(facts.minutes),
    price: facts.price,
    therapist: facts.therapist,
    reference: facts.reference,
    practice: facts.sender.name,
    phone: facts.sender.phone,
  };
}

/** `ring`: what has happened to the appointment, as the ring at the head says it; `legal`: small print. */
type Around = { ring?: string; legal?: ReactNode };

/** To the client: the practice's words around what only we may say. */
export function clientLetter(facts: MailFacts, children: ReactNode, { ring, legal = null }: Around = {}): Letter {
  const why = "You got this email because an appointment was booked with this address.";
  return { why, named: namedFacts(facts), ring: ring && <Ring word={ring} facts={facts} />, children, legal };
}

function Ring({ word, facts: { shortDay, time, end } }: { word: string; facts: MailFacts }) {
  return <MailRing word={word} day={shortDay} time={time} until={`until ${end}`} />;
}

export function practiceLetter(subject: string, children: ReactNode): Letter {
  const why = "You get this email when a client books, changes or cancels.";
  return { why, subject, children };
}

/** The new time, the old one if it differs, and whatever else has changed. For the practice. */
export function Changed({ facts, change: { was, lines } }: { facts: MailFacts; change: ChangeSummary }) {
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
      <strong>You have another appointment at this time:</strong> {double.when}. To keep both, do nothing. Or cancel
      one: <MailLink href={`${manageUrl}/cancel`}>cancel this one</MailLink> or{" "}
      <MailLink href={`${double.manageUrl}/cancel`}>cancel the other one</MailLink>.
    </MailText>
  );
}

/** `extra`: rows of this mail's own, such as what it was before. */
export function Details({
  facts,
  extra = [],
}: {
  facts: MailFacts;
  extra?: readonly (readonly [string, ReactNode])[];
}) {
  const rows = [
    ["When", facts.when],
    ...extra,
    ["Treatment", `${facts.service}, ${facts.minutes} minutes`],
    ["With", facts.therapist],
    ["Price", priceInWords(facts)],
    ["Where", facts.mapHref ? <MailLink href={facts.mapHref}>{facts.address}</MailLink> : facts.address],
  ] as const;
  return <MailRows rows={rows.filter(([, value]) => value !== "")} />;
}

function priceInWords({ price, paid, prepaid, payBy }: MailFacts): string {
  if (prepaid?.isCourse && !prepaid.isSettled) return `${price} in total, paid with a session of a course`;
  const onTheDay = `to pay on the day${payBy}`;
  if (!paid) return `${price} in total, ${onTheDay}`;
  return `${price} in total, ${paid.now} of it paid${paid.rest ? ` and ${paid.rest} ${onTheDay}` : ""}`;
}

/** What its client agreed to about their card, money or course, as they read it before the button. */
export function Agreed({ facts: { kept, paid, prepaid } }: { facts: Pick<MailFacts, "kept" | "paid" | "prepaid"> }) {
  if (kept)
    return (
      <MailText>
        <strong>Your card ending {kept.ending} is kept for this booking.</strong> {kept.words}
      </MailText>
    );
  if (!prepaid || prepaid.isSettled || !(paid || prepaid.isCourse)) return null;
  return (
    <MailText>
      <strong>{paid ? `You have paid ${paid.now}.` : "A session of a course is used."}</strong> {prepaid.words}
    </MailText>
  );
}

export function Place({ facts }: { facts: MailFacts }) {
  return facts.place ? <MailText>{facts.place}</MailText> : null;
}

/** Where the practice keeps health records. */
export function BeforeYouCome({ facts: { formUrl } }: { facts: Pick<MailFacts, "formUrl"> }) {
  if (!formUrl) return null;
  return (
    <MailText>
      Before you come, fill in your <MailLink href={formUrl}>health form</MailLink>, or confirm there that nothing has
      changed.
    </MailText>
  );
}

/** What can be done with it: two buttons, and how to get there in words. */
export function Buttons({ facts }: { facts: MailFacts }) {
  return (
    <>
      <MailButton href={facts.manageUrl}>Move or cancel</MailButton>
      {facts.mapHref ? (
        <MailButton href={facts.mapHref} isSecond>
          Directions
        </MailButton>
      ) : null}
      {facts.directions ? <MailText>{facts.directions}</MailText> : null}
    </>
  );
}

/** The buttons, and until when it is free to change. */
export function Change({ facts }: { facts: MailFacts }) {
  return (
    <>
      <Buttons facts={facts} />
      <MailText>
        {facts.freeUntil ? (
          <>
            <strong>{`Free to change or cancel until ${facts.freeUntil}.`}</strong> After that, cancel as soon as you
            can.
          </>
        ) : (
          <>
            <strong>To move it,</strong> <Ours>call us:</Ours> <MailPhone sender={facts.sender} />. You can cancel
            online until it begins.
          </>
        )}
      </MailText>
    </>
  );
}

export function CalendarNote({ facts, words }: { facts: MailFacts; words: string }) {
  return (
    <MailSmall>
      {words} Reference {facts.reference}. The links work without a password: keep this email to yourself.
    </MailSmall>
  );
}

/** For the practice. Treatment and number come last: a lock screen shows a mail's first lines. */
export function Who({ facts }: { facts: MailFacts }) {
  return (
    <>
      <MailText>
        <MailLink href={`${facts.sender.siteUrl}/appointments`}>See it in the diary</MailLink>
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

/**
 * The right to cancel and a form for it, which a distance contract must state in writing (Consumer Contracts
 * Regulations 2013, regulation 16 and schedule 3). Price and trader are given elsewhere in the mail.
 */
export function Rights({ facts: { sender, practiceEmail, companyName } }: { facts: MailFacts }) {
  return (
    <>
      <MailSmall>
        <strong>Your legal right to cancel.</strong> When you book online you usually have 14 days to change your mind,
        for any reason, and get back anything you have paid.{" "}
        <Ours>
          If you ask us to treat you within those 14 days, you keep the right until the treatment is finished; once it
          is finished, the right ends. To use it, tell us in any clear way: by phone, email, the link above or this
          form.
        </Ours>
      </MailSmall>
      <MailSmall>
        To {[companyName, sender.address, practiceEmail].filter(Boolean).join(", ")}. I give notice that I cancel my
        contract for the following service: ___. Ordered on: ___. Name: ___. Address: ___. Signature (only if on paper):
        ___. Date: ___.
      </MailSmall>
    </>
  );
}
