import { Fragment } from "react";
import { type Draft, draft, Place } from "#app/appointments/appointment.emails.tsx";
import type { MailFacts } from "#app/appointments/mail-facts.ts";
import { Rights } from "#app/appointments/rights.emails.tsx";
import type { MailWords } from "#app/settings/mail-words.ts";
import { MailButton, MailFact, MailFrame, MailLink, MailRule, MailText } from "#app/ui/mail-frame.tsx";

/** One of the appointments in a mail about several; `note`: what it was before, or what it may cost. */
export type SeriesEntry = {
  when: string;
  position: string;
  note: string | null;
  service: string;
  minutes: number;
  therapist: string;
  /** Null where nothing is paid. */
  price: string | null;
  /** Where it is seen, moved and cancelled; null when there is nothing left to do. */
  href: string | null;
};

/** Facts are those of the first one. */
export function seriesBooked(facts: MailFacts, words: MailWords, entries: readonly SeriesEntry[]): Draft {
  const body = (
    <>
      <Entries entries={entries} />
      <MailText>The prices are in total, to pay on the day{facts.payBy}.</MailText>
      <Place facts={facts} />
    </>
  );
  const end = (
    <>
      <Attached words="The calendar file attached has all of them." />
      <Rights facts={facts} />
    </>
  );
  return draft(facts, words, { body, end });
}

export function seriesMoved(facts: MailFacts, words: MailWords, entries: readonly SeriesEntry[]): Draft {
  const end = <Attached words="The calendar file attached moves the entries." />;
  return draft(facts, words, { body: <Entries entries={entries} />, end });
}

/** `toPay`: a sentence about those that say nothing of it themselves. */
type Cancelled = { entries: readonly SeriesEntry[]; reason: string | null; toPay: string | null; againUrl: string };

/** `againUrl`: the booking page with the same choices. */
export function seriesCancelled(
  facts: MailFacts,
  words: MailWords,
  { entries, reason, toPay, againUrl }: Cancelled,
): Draft {
  const body = (
    <>
      {reason ? <MailText>{reason}</MailText> : null}
      <Entries entries={entries.map((entry) => ({ ...entry, price: null, href: null }))} />
      {toPay ? <MailText>{toPay}</MailText> : null}
      <MailButton href={againUrl}>Book again</MailButton>
    </>
  );
  return draft(facts, words, { body, end: <Attached words="The calendar file attached removes the entries." /> });
}

/** To the practice, whoever of them booked it: the mailbox is read by all. */
export function seriesForPractice(facts: MailFacts, entries: readonly SeriesEntry[]): Draft {
  const subject = `New series: ${entries.length} from ${facts.day}, ${facts.time}`;
  return {
    subject,
    body: (
      <MailFrame title={subject} sender={facts.sender} why={WHY}>
        <MailText>
          <MailLink href={`${facts.sender.siteUrl}/appointments`}>See them in the diary</MailLink>, with all that
          belongs to them.
        </MailText>
        <Entries entries={entries.map((entry) => ({ ...entry, href: null }))} />
        <MailRule />
        <MailText>
          {facts.clientName}, {facts.clientPhone}, {facts.clientEmail}.
        </MailText>
      </MailFrame>
    ),
  };
}

const WHY = "The booking desk writes this to the practice whenever somebody of it books a series.";

function Entries({ entries }: { entries: readonly SeriesEntry[] }) {
  return entries.map(({ when, position, note, service, minutes, therapist, price, href }) => (
    <Fragment key={position}>
      <MailFact>{when}</MailFact>
      <MailText>
        {position}: {service}, {minutes} minutes, with {therapist}.{price ? ` ${price}.` : ""}
        {note ? ` ${note}.` : ""} {href ? <MailLink href={href}>See, change or cancel</MailLink> : null}
      </MailText>
    </Fragment>
  ));
}

function Attached({ words }: { words: string }) {
  return (
    <>
      <MailRule />
      <MailText>{words}</MailText>
    </>
  );
}
