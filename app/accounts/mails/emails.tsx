import type { ReactElement, ReactNode } from "react";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailButton, MailFrame, MailLink, MailText } from "#app/ui/mail/mail-frame.tsx";

/** A mail before it is rendered. */
export type Draft = { subject: string; body: ReactElement };

type Facts = { sender: MailSender; url: string };

/** After a sign-up: opening the link proves that the address is theirs. */
export function verify(facts: Facts): Draft {
  return draft(
    facts.sender,
    `Confirm your e-mail address for ${facts.sender.name}`,
    <>
      <MailText>Confirm this is your address and we will add any bookings you made with it to your account.</MailText>
      <MailButton href={facts.url}>Confirm my address</MailButton>
      <MailText>The link works once, for three days. If you did not sign up, ignore this mail.</MailText>
      <Plain {...facts} />
    </>,
  );
}

/** To the new address, before it takes the place of the old one. */
export function change(facts: Facts): Draft {
  return draft(
    facts.sender,
    `Confirm your new e-mail address for ${facts.sender.name}`,
    <>
      <MailText>Somebody, hopefully you, asked to use this address for their account.</MailText>
      <MailButton href={facts.url}>Use this address</MailButton>
      <MailText>The link works once, for a day. If it was not you, ignore this mail: nothing has changed.</MailText>
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

/** Somebody signed up with an address that has an account: only its owner is told. */
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
      on {sender.phone}.
    </MailText>,
  );
}

/** To the old address, after another took its place. */
export function addressChanged({ sender, when }: { sender: MailSender; when: string }): Draft {
  return draft(
    sender,
    `The e-mail address of your ${sender.name} account was changed`,
    <MailText>
      Your account uses another e-mail address since {when}. If that was not you, ring us on {sender.phone}.
    </MailText>,
  );
}

// For programs that show no buttons, and for people who look where a link goes.
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
