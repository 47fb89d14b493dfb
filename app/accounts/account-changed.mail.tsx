import { z } from "zod";
import { accountLetter, FACTS, HELLO } from "#app/accounts/account-link.mail.tsx";
import { getUser } from "#app/accounts/users.db.server.ts";
import { defineMail, EXAMPLE_CLIENT, type MailContext, momentInWords } from "#app/mail/define-mail.server.ts";
import { Ours } from "#app/mail/letter.tsx";
import type { MailSender } from "#app/settings/schemas/sender.ts";
import { MailButton, MailLink, MailPhone, MailText } from "#app/ui/mail-frame.tsx";

const person = z.object({ userId: z.string() });
const exampleAt = ({ now: at }: MailContext) => ({ to: EXAMPLE_CLIENT, at });

async function toUser({ db }: MailContext, userId: string) {
  const user = await getUser(db, userId);
  return user && { to: { name: "", address: user.email } };
}

/** Sent when somebody signs up with an address that already has an account: only its owner learns of it. */
export const accountExists = defineMail({
  id: "account-exists",
  title: "Account already exists",
  byAnybody: true,
  data: person,
  words: {
    "account-exists": {
      about: "When someone signs up with an address that has an account.",
      words: { subject: "You already have a {practice} account", ...HELLO },
      facts: FACTS,
    },
  },
  load: (context, { userId }) => toUser(context, userId),
  body: (_facts, { sender, siteUrl }) =>
    accountLetter(
      sender,
      <>
        <MailText>
          Someone, hopefully you, tried to sign up with this address. You already have an account, and nothing about it
          has changed.
        </MailText>
        <MailButton href={`${siteUrl}/login`}>Log in</MailButton>
        <MailText>Forgotten your password? The log-in page can email you a link to choose a new one.</MailText>
      </>,
    ),
  example: () => ({ to: EXAMPLE_CLIENT }),
});

export const passwordChanged = defineMail({
  id: "account-password-changed",
  title: "Password changed",
  data: person.extend({ at: z.number() }),
  words: {
    "password-changed": {
      about: "After every change of a password.",
      words: { subject: "Your {practice} password was changed", ...HELLO },
      facts: FACTS,
    },
  },
  load: async (context, { userId, at }) => {
    const user = await toUser(context, userId);
    return user && { ...user, at };
  },
  body: ({ at }, { sender, zone, siteUrl }) => {
    const about = { sender, when: momentInWords(at, zone), url: `${siteUrl}/login?mode=forgot` };
    return accountLetter(sender, <NewPassword {...about} />);
  },
  example: exampleAt,
});

/** `subject`: how the subject's `{change}` reads. */
const KEY_CHANGES = {
  "passkey.add": {
    subject: "A passkey was added to",
    body: "A passkey was added to your account. It logs you in without your password.",
  },
  "passkey.remove": { subject: "A passkey was removed from", body: "A passkey was removed from your account." },
  "second-factor.on": {
    subject: "Sign-in codes are on for",
    body: "Your account now asks for a code from an authenticator app each time you sign in.",
  },
  "second-factor.off": {
    subject: "Sign-in codes are off for",
    body: "Your account no longer asks for a code from an authenticator app at sign-in.",
  },
};

export type KeyChange = keyof typeof KEY_CHANGES;
const KEY_CHANGE = Object.keys(KEY_CHANGES) as [KeyChange, ...KeyChange[]];

export const keyChanged = defineMail({
  id: "account-key-changed",
  title: "Way to log in changed",
  data: person.extend({ at: z.number(), change: z.enum(KEY_CHANGE) }),
  words: {
    "way-in-changed": {
      about: "When a passkey or the sign-in codes change.",
      words: { subject: "{change} your {practice} account", ...HELLO },
      facts: [...FACTS, "change"],
    },
  },
  load: async (context, { userId, at, change }) => {
    const user = await toUser(context, userId);
    return user && { ...user, at, change };
  },
  body: ({ at, change }, { sender, zone, siteUrl }) => {
    const { subject, body } = KEY_CHANGES[change];
    const about = { sender, when: momentInWords(at, zone), url: `${siteUrl}/login?mode=forgot` };
    const letter = accountLetter(sender, <NewKey {...about} body={body} />);
    return { ...letter, named: { ...letter.named, change: subject } };
  },
  example: (context) => ({ ...exampleAt(context), change: "passkey.add" as const }),
});

/** Sent to the old address after another replaced it. */
export const addressChanged = defineMail({
  id: "account-address-changed",
  title: "Address changed",
  data: z.object({ to: z.string(), at: z.number() }),
  words: {
    "address-changed": {
      about: "To the old address, after a change.",
      words: { subject: "The email address of your {practice} account was changed", ...HELLO },
      facts: FACTS,
    },
  },
  load: async (_context, { to, at }) => ({ to: { name: "", address: to }, at }),
  body: ({ at }, { sender, zone }) =>
    accountLetter(
      sender,
      <MailText>
        The email address of your account was changed on {momentInWords(at, zone)}. If that was not you,{" "}
        <Ours>call us on</Ours> <MailPhone sender={sender} />.
      </MailText>,
    ),
  example: exampleAt,
});

type Changed = { sender: MailSender; when: string; url: string };

function NewPassword({ sender, when, url }: Changed) {
  return (
    <MailText>
      Your password was changed on {when}. If that was not you, <MailLink href={url}>reset it now</MailLink> and{" "}
      <Ours>call us on</Ours> <MailPhone sender={sender} />.
    </MailText>
  );
}

function NewKey({ sender, when, url, body }: Changed & { body: string }) {
  return (
    <MailText>
      {body} This was on {when}. If it was not you, <MailLink href={url}>reset your password now</MailLink>, which
      removes every passkey and signs everyone out, and <Ours>call us on</Ours> <MailPhone sender={sender} />.
    </MailText>
  );
}
