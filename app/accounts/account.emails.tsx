import type { ReactElement, ReactNode } from "react";
import type { KeyChange } from "#app/accounts/account-message.ts";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailButton, MailFrame, MailLink, MailPhone, MailText } from "#app/ui/mail-frame.tsx";

export type Draft = { subject: string; body: ReactElement };

type Facts = { sender: MailSender; url: string };

type AddressFacts = Facts & { notMe: string };

/** Sent after a sign-up: opening the link proves that the address is theirs. */
export function verify(facts: AddressFacts): Draft {
  return draft(
    facts.sender,
    `Confirm your e-mail address for ${facts.sender.name}`,
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
    facts.sender,
    `Confirm your new e-mail address for ${facts.sender.name}`,
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
    facts.sender,
    `Reset your ${facts.sender.name} password`,
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
    facts.sender,
    `Somebody is trying to log in to your ${facts.sender.name} account`,
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
    facts.sender,
    `You already have a ${facts.sender.name} account`,
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

export function passwordChanged({ sender, url, when }: Facts & { when: string }): Draft {
  return draft(
    sender,
    `Your ${sender.name} password was changed`,
    <MailText>
      Your password was changed on {when}. If that was not you, <MailLink href={url}>reset it now</MailLink> and ring us
      on <MailPhone sender={sender} />.
    </MailText>,
  );
}

const KEY_CHANGES: Record<KeyChange, { subject: string; body: string }> = {
  "passkey.add": {
    subject: "A passkey was added to your",
    body: "A passkey was added to your account. It logs in without your password.",
  },
  "passkey.remove": { subject: "A passkey was removed from your", body: "A passkey was removed from your account." },
  "second-factor.on": {
    subject: "Codes at log-in are on for your",
    body: "Your account asks for a code of an authenticator app at log-in now.",
  },
  "second-factor.off": {
    subject: "Codes at log-in are off for your",
    body: "Your account no longer asks for a code of an authenticator app at log-in.",
  },
};

export function keyChanged({ sender, url, when, change }: Facts & { when: string; change: KeyChange }): Draft {
  const { subject, body } = KEY_CHANGES[change];
  return draft(
    sender,
    `${subject} ${sender.name} account`,
    <MailText>
      {body} That was on {when}. If it was not you, <MailLink href={url}>reset your password now</MailLink>, which
      removes every passkey and signs everybody out, and ring us on <MailPhone sender={sender} />.
    </MailText>,
  );
}

/** Sent to the old address after another replaced it. */
export function addressChanged({ sender, when }: { sender: MailSender; when: string }): Draft {
  return draft(
    sender,
    `The e-mail address of your ${sender.name} account was changed`,
    <MailText>
      Your account uses another e-mail address since {when}. If that was not you, ring us on{" "}
      <MailPhone sender={sender} />.
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

function draft(sender: MailSender, subject: string, children: ReactNode): Draft {
  const why = "You got this because this address was given at our site as that of an account.";
  const body = (
    <MailFrame title={subject} sender={sender} why={why}>
      <MailText>Hello,</MailText>
      {children}
    </MailFrame>
  );
  return { subject, body };
}
