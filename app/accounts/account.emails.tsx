import type { ReactElement, ReactNode } from "react";
import type { KeyChange, SensitiveDeed } from "#app/accounts/account-message.ts";
import { MailParagraphs } from "#app/outbox/letter.tsx";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { filledLine, type MailFactsByName, type MailWords } from "#app/settings/mail-words.ts";
import { MailButton, MailFrame, MailLink, MailPhone, MailText } from "#app/ui/mail-frame.tsx";

export type Draft = { subject: string; body: ReactElement };

type Worded = { sender: MailSender; words: MailWords };

type Facts = Worded & { url: string };

type AddressFacts = Facts & { notMe: string };

/** Sent after a sign-up: opening the link proves that the address is theirs. */
export function verify(facts: AddressFacts): Draft {
  return draft(
    facts,
    <>
      <MailText>
        Somebody, hopefully you, opened an account with this address. Confirm it only if that was you: bookings made
        with this address are then added to the account, where whoever opened it sees and changes them.
      </MailText>
      <MailButton href={facts.url}>Confirm my address</MailButton>
      <MailText>
        The link works once, for three days. Open it where you signed up, or have the account’s password at hand.
      </MailText>
      <NotMe {...facts}>and we will take your address off that account</NotMe>
      <Plain {...facts} />
    </>,
  );
}

/** Sent to the new address before it replaces the old one. */
export function change(facts: AddressFacts): Draft {
  return draft(
    facts,
    <>
      <MailText>
        Somebody, hopefully you, asked to use this address for their account. Confirm it only if that was you: bookings
        made with this address are then added to the account, where its owner sees and changes them.
      </MailText>
      <MailButton href={facts.url}>Use this address</MailButton>
      <MailText>
        The link works once, for a day. Open it where you asked for it, or have the account’s password at hand.
      </MailText>
      <NotMe {...facts}>and we will not use your address. Nothing has changed yet</NotMe>
      <Plain {...facts} />
    </>,
  );
}

export function reset(facts: Facts & { email: string }): Draft {
  return draft(
    facts,
    <>
      <MailText>Somebody, hopefully you, asked to reset the password for {facts.email}.</MailText>
      <MailButton href={facts.url}>Choose a new password</MailButton>
      <MailText>
        The link works once, for one hour. If it was not you, ignore this; your password has not changed.
      </MailText>
      <Plain {...facts} />
    </>,
  );
}

/** Sent to an owner whose account is being tried from many places: the link exempts them from the limit. */
export function letIn(facts: Facts): Draft {
  return draft(
    facts,
    <>
      <MailText>
        In the last hour your account was tried with many wrong passwords or codes, from several places. We let such
        tries through one by one, with pauses. You need do nothing, unless your password is one that you use elsewhere:
        then choose another.
      </MailText>
      <MailText>If you are being asked to wait yourself, open this where you want to log in:</MailText>
      <MailButton href={facts.url}>Let me log in</MailButton>
      <MailText>The link works once, for one hour. Your password is asked for as always.</MailText>
      <Plain {...facts} />
    </>,
  );
}

/** Sent when somebody signs up with an address that already has an account: only its owner learns of it. */
export function exists(facts: Facts): Draft {
  return draft(
    facts,
    <>
      <MailText>
        Somebody, hopefully you, tried to sign up with this address. It has an account already, and nothing about it has
        changed.
      </MailText>
      <MailButton href={facts.url}>Log in</MailButton>
      <MailText>Forgotten the password? The log-in page can send you a link for a new one.</MailText>
    </>,
  );
}

export function passwordChanged({ url, when, ...worded }: Facts & { when: string }): Draft {
  return draft(
    worded,
    <MailText>
      Your password was changed on {when}. If that was not you, <MailLink href={url}>reset it now</MailLink> and ring us
      on <MailPhone sender={worded.sender} />.
    </MailText>,
  );
}

/** `subject`: how the subject's `{change}` reads. */
const KEY_CHANGES: Record<KeyChange, { subject: string; body: string }> = {
  "passkey.add": {
    subject: "A passkey was added to",
    body: "A passkey was added to your account. It logs in without your password.",
  },
  "passkey.remove": { subject: "A passkey was removed from", body: "A passkey was removed from your account." },
  "second-factor.on": {
    subject: "Codes at log-in are on for",
    body: "Your account asks for a code of an authenticator app at log-in now.",
  },
  "second-factor.off": {
    subject: "Codes at log-in are off for",
    body: "Your account no longer asks for a code of an authenticator app at log-in.",
  },
};

export function keyChanged({ url, when, change, ...worded }: Facts & { when: string; change: KeyChange }): Draft {
  const { subject, body } = KEY_CHANGES[change];
  return draft(
    worded,
    <MailText>
      {body} That was on {when}. If it was not you, <MailLink href={url}>reset your password now</MailLink>, which
      removes every passkey and signs everybody out, and ring us on <MailPhone sender={worded.sender} />.
    </MailText>,
    { change: subject },
  );
}

/** Sent to the old address after another replaced it. */
export function addressChanged({ when, ...worded }: Worded & { when: string }): Draft {
  return draft(
    worded,
    <MailText>
      Your account uses another e-mail address since {when}. If that was not you, ring us on{" "}
      <MailPhone sender={worded.sender} />.
    </MailText>,
  );
}

function NotMe({ notMe, children }: { notMe: string; children: ReactNode }) {
  return (
    <MailText>
      Not you? Press <MailLink href={notMe}>this was not me</MailLink>, {children}.
    </MailText>
  );
}

// For mail programs that show no buttons, and for readers who check where a link goes.
function Plain({ url }: { url: string }) {
  return (
    <MailText>
      Or open this address: <MailLink href={url}>{url}</MailLink>
    </MailText>
  );
}

function draft({ sender, words }: Worded, children: ReactNode, more: MailFactsByName = {}): Draft {
  const facts = { practice: sender.name, phone: sender.phone, ...more };
  const subject = filledLine(words.subject, facts);
  const why = "You got this because this address was given at our site as that of an account.";
  const body = (
    <MailFrame title={subject} sender={sender} why={why}>
      <MailParagraphs text={words.opening} facts={facts} sender={sender} />
      {children}
      <MailParagraphs text={words.closing} facts={facts} sender={sender} />
    </MailFrame>
  );
  return { subject, body };
}

const HEADLINES: Record<SensitiveDeed, string> = {
  "mail-server": "The mail server is being changed",
  "mail-server-removed": "The mail server is being removed",
  sender: "The sender of your emails is being changed",
  business: "The email address of the practice is being changed",
  scheduler: "The connection to Calendly is being changed",
  emailjs: "The connection to EmailJS is being changed",
  teamRules: "What therapists may do is being changed",
  "sign-in": "An owner’s way to sign in was changed",
  role: "An owner was added or removed",
  access: "An owner’s account was disabled or enabled",
  "export-appointments": "A list of appointments was downloaded",
  "export-client": "A client’s record was downloaded",
};

type SensitiveFacts = {
  sender: MailSender;
  deed: SensitiveDeed;
  /** Null: by a command on the server. */
  by: string | null;
  whom: string | null;
  when: string;
  url: string;
};

export function sensitiveChange({ sender, deed, by, whom, when, url }: SensitiveFacts): Draft {
  const subject = HEADLINES[deed];
  const body = (
    <MailFrame title={subject} sender={sender} why={`You got this because you are an owner of ${sender.name}.`}>
      <MailText>
        {subject}. {by ?? "A command on the server"} did this on {when}.
      </MailText>
      {whom && <MailText>It is about {whom}.</MailText>}
      <MailButton href={url}>See the record of changes</MailButton>
      <MailText>
        If you don’t expect this, suspend whoever did it under Settings, People, end their sessions under Users, and
        change your own password.
      </MailText>
    </MailFrame>
  );
  return { subject, body };
}
