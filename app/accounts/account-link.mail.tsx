import type { ReactNode } from "react";
import { z } from "zod";
import { getLink, type LinkPurpose, linkSecretOf } from "#app/accounts/account-links.db.server.ts";
import { defineMail, EXAMPLE_CLIENT, type MailContext } from "#app/mail/define-mail.server.ts";
import { Ours } from "#app/mail/letter.tsx";
import type { Mailbox } from "#app/mail/mail.ts";
import type { MailSender } from "#app/settings/schemas/sender.ts";
import { MailButton, MailLink, MailText } from "#app/ui/mail-frame.tsx";

export const FACTS = ["practice", "phone"] as const;
export const HELLO = { opening: "Hello,", closing: "" } as const;

/** What every mail about an account has in common. */
export function accountLetter(sender: MailSender, children: ReactNode) {
  return {
    why: "You got this email because someone used this address for an account on our site.",
    named: { practice: sender.name, phone: sender.phone },
    children,
  };
}

const PAGES: Record<LinkPurpose, string> = {
  verify: "/verify-email",
  change: "/verify-email",
  reset: "/reset-password",
  "let-in": "/login/let-in",
};

type Facts = { to: Mailbox; url: string; notMe: string };

/** A mail with a link that works once. Dropped if the link was used, closed or belongs to nobody. */
function linkMail(purpose: LinkPurpose) {
  return {
    byAnybody: true,
    isPrivate: true,
    /** The nonce of an open link; its secret is derived when the mail is rendered. */
    data: z.object({ nonce: z.string() }),
    load: async ({ app, db, now, siteUrl }: MailContext, { nonce }: { nonce: string }): Promise<Facts | null> => {
      const secret = linkSecretOf(app.secret, { purpose, nonce });
      const person = await getLink(db, { purpose, secret, now });
      const url = `${siteUrl}${PAGES[purpose]}?${new URLSearchParams({ token: secret })}`;
      return person && { to: { name: "", address: person.email }, url, notMe: `${url}&answer=not-me` };
    },
    example: ({ siteUrl }: MailContext): Facts => {
      return { to: EXAMPLE_CLIENT, url: `${siteUrl}/login`, notMe: `${siteUrl}/login` };
    },
  } as const;
}

/** Sent after a sign-up: opening the link proves that the address is theirs. */
export const verifyAddress = defineMail({
  id: "account-verify",
  title: "Confirm an address",
  ...linkMail("verify"),
  words: {
    verify: {
      about: "After a sign-up.",
      words: { subject: "Confirm your email address for {practice}", ...HELLO },
      facts: FACTS,
    },
  },
  body: ({ url, notMe }, { sender }) =>
    accountLetter(
      sender,
      <>
        <MailText>
          Someone opened an account with this address. Confirm it only if that was you: bookings made with this address
          are then added to the account, and whoever opened it can see and change them.
        </MailText>
        <MailButton href={url}>Confirm my address</MailButton>
        <MailText>
          The link works once, for three days. Open it where you signed up, or have the account’s password to hand.
        </MailText>
        <NotMe notMe={notMe}>and we will take your address off that account</NotMe>
        <Plain url={url} />
      </>,
    ),
});

/** Sent to the new address before it replaces the old one. */
export const changeAddress = defineMail({
  id: "account-change",
  title: "Confirm a new address",
  ...linkMail("change"),
  words: {
    change: {
      about: "When someone changes the address of their account.",
      words: { subject: "Confirm your new email address for {practice}", ...HELLO },
      facts: FACTS,
    },
  },
  body: ({ url, notMe }, { sender }) =>
    accountLetter(
      sender,
      <>
        <MailText>
          Someone asked to use this address for their account. Confirm it only if that was you: bookings made with this
          address are then added to the account, and its owner can see and change them.
        </MailText>
        <MailButton href={url}>Use this address</MailButton>
        <MailText>
          The link works once, for a day. Open it where you asked for it, or have the account’s password to hand.
        </MailText>
        <NotMe notMe={notMe}>and we will not use your address. Nothing has changed yet</NotMe>
        <Plain url={url} />
      </>,
    ),
});

export const resetPassword = defineMail({
  id: "account-reset",
  title: "Reset a password",
  ...linkMail("reset"),
  words: {
    reset: {
      about: "When someone has forgotten their password.",
      words: { subject: "Reset your {practice} password", ...HELLO },
      facts: FACTS,
    },
  },
  body: ({ url, to }, { sender }) =>
    accountLetter(
      sender,
      <>
        <MailText>Someone asked to reset the password for {to.address}.</MailText>
        <MailButton href={url}>Choose a new password</MailButton>
        <MailText>
          The link works once, for one hour. If it was not you, ignore this email: your password has not changed.
        </MailText>
        <Plain url={url} />
      </>,
    ),
});

/** Sent to an owner whose account is being tried from many places: the link exempts them from the limit. */
export const locationApproval = defineMail({
  id: "account-let-in",
  title: "Attempts to log in",
  ...linkMail("let-in"),
  words: {
    "let-in": {
      about: "When someone tries many wrong passwords on an account.",
      words: { subject: "Someone is trying to log in to your {practice} account", ...HELLO },
      facts: FACTS,
    },
  },
  body: ({ url }, { sender }) =>
    accountLetter(
      sender,
      <>
        <MailText>
          In the last hour, many wrong passwords or codes were entered for your account, from several places. This site
          is slowing those attempts down. You don’t need to do anything, unless you use the same password elsewhere:
          then choose a new one.
        </MailText>
        <MailText>If you’ve been asked to wait, open this link in the browser where you want to log in:</MailText>
        <MailButton href={url}>Let me log in</MailButton>
        <MailText>The link works once, for one hour. You’ll still need your password.</MailText>
        <Plain url={url} />
      </>,
    ),
});

function NotMe({ notMe, children }: { notMe: string; children: string }) {
  return (
    <MailText>
      Not you? Select <MailLink href={notMe}>this was not me</MailLink>, <Ours>{children}</Ours>.
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
