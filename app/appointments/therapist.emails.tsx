import type { ReactNode } from "react";
import type { Draft } from "#app/appointments/appointment.emails.tsx";
import type { EveningFacts, TherapistFacts } from "#app/appointments/therapist-facts.ts";
import { MailParagraphs } from "#app/outbox/letter.tsx";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { filledLine, type MailFactsByName, type MailWords } from "#app/settings/mail-words.ts";
import { MailFact, MailFrame, MailText } from "#app/ui/mail-frame.tsx";

const WHY =
  "You got this because the practice wrote this address beside your name. Tell them if you want other mails, or none.";

/** One change. `was`: the old time, of a move; `other`: the colleague whose it was, or is now. */
export function toldTherapist(
  facts: TherapistFacts,
  words: MailWords,
  { was = null, other = null }: { was?: string | null; other?: string | null },
): Draft {
  return draft(
    facts,
    words,
    <>
      <MailFact>
        {was ? "Now: " : ""}
        {facts.when}
      </MailFact>
      {was && <MailText>Was: {was}</MailText>}
      {other && <MailText>{other}</MailText>}
      <MailText>
        {facts.who}. Reference {facts.reference}.
      </MailText>
    </>,
  );
}

/** Tomorrow's appointments, in the order of the day. */
export function evening(facts: EveningFacts, words: MailWords): Draft {
  return draft(
    facts,
    words,
    facts.lines.length === 0 ? (
      <MailFact>Nothing booked tomorrow.</MailFact>
    ) : (
      <>
        <MailFact>Tomorrow, {facts.named.date}</MailFact>
        {facts.lines.map(({ when, who }) => (
          <MailText key={when}>
            <strong>{when}</strong>: {who}
          </MailText>
        ))}
      </>
    ),
  );
}

type Worded = { sender: MailSender; named: MailFactsByName };

function draft({ sender, named }: Worded, words: MailWords, children: ReactNode): Draft {
  const subject = filledLine(words.subject, named);
  return {
    subject,
    calendar: false,
    body: (
      <MailFrame title={subject} sender={sender} why={WHY}>
        <MailParagraphs text={words.opening} facts={named} sender={sender} />
        {children}
        <MailParagraphs text={words.closing} facts={named} sender={sender} />
      </MailFrame>
    ),
  };
}
