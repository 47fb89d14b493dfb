import type { ReactElement } from "react";
import { MailParagraphs } from "#app/outbox/letter.tsx";
import type { Part } from "#app/platform/parts.ts";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { filledLine, type MailWords } from "#app/settings/mail-words.ts";
import { partsInWords } from "#app/staff/parts-in-words.ts";
import type { Deed } from "#app/staff/staff-message.ts";
import { MailButton, MailFrame, MailLink, MailText } from "#app/ui/mail-frame.tsx";

export type Draft = { subject: string; body: ReactElement };

export type InviteFacts = {
  sender: MailSender;
  words: MailWords;
  url: string;
  email: string;
  parts: readonly Part[];
  therapist: string | null;
  /** `29 November 2026 at 10:30, GMT`. */
  until: string;
};

export function invitation({ sender, words, url, email, parts, therapist, until }: InviteFacts): Draft {
  const facts = { practice: sender.name, phone: sender.phone };
  const subject = filledLine(words.subject, facts);
  const why = `You got this because ${sender.name} invited this address to work with them.`;
  const body = (
    <MailFrame title={subject} sender={sender} why={why}>
      <MailParagraphs text={words.opening} facts={facts} sender={sender} />
      <MailText>
        {sender.name} gives you a part of the practice’s own side of its site: {lowered(partsInWords(parts))}
        {therapist && `, with the diary of ${therapist}`}.
      </MailText>
      <MailButton href={url}>Look at the invitation</MailButton>
      <MailText>
        The link works once, until {until}, and only for {email}. If you don’t know what this is about, ignore it:
        nothing happens.
      </MailText>
      <MailText>
        Or open this address: <MailLink href={url}>{url}</MailLink>
      </MailText>
      <MailParagraphs text={words.closing} facts={facts} sender={sender} />
    </MailFrame>
  );
  return { subject, body };
}

export type ChangeFacts = {
  sender: MailSender;
  url: string;
  /** Null: by a command on the server. */
  by: string | null;
  whom: string;
  deed: Deed;
  before: readonly Part[];
  after: readonly Part[];
  when: string;
};

const HEADLINES: Record<Deed, (whom: string) => string> = {
  invited: (whom) => `${whom} was invited`,
  "invited-again": (whom) => `${whom} was invited again`,
  withdrawn: (whom) => `The invitation of ${whom} was withdrawn`,
  joined: (whom) => `${whom} joined`,
  parts: (whom) => `The parts of ${whom} were changed`,
  suspended: (whom) => `${whom} was suspended`,
  readmitted: (whom) => `${whom} was readmitted`,
  disabled: (whom) => `The account of ${whom} was disabled`,
  enabled: (whom) => `The account of ${whom} was enabled`,
  left: (whom) => `${whom} left`,
};

/** To every owner, whoever made the change: one that they did not know of is noticed. */
export function staffChanged({ sender, url, by, whom, deed, before, after, when }: ChangeFacts): Draft {
  const subject = HEADLINES[deed](whom);
  const body = (
    <MailFrame title={subject} sender={sender} why={`You got this because you are an owner of ${sender.name}.`}>
      <MailText>
        {subject}, {when}
        {doer(deed, by)}.
      </MailText>
      <MailText>Before: {lowered(partsInWords(before))}.</MailText>
      <MailText>Now: {lowered(partsInWords(after))}.</MailText>
      <MailButton href={url}>See who works here</MailButton>
      <MailText>
        If you don’t expect this, suspend them there, and end the sessions of whoever did it under Users.
      </MailText>
    </MailFrame>
  );
  return { subject, body };
}

function doer(deed: Deed, by: string | null): string {
  if (deed === "joined" || deed === "left") return "";
  return by === null ? ", by a command on the server" : `, by ${by}`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
