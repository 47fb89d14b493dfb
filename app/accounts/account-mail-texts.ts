import type { MailText } from "#app/settings/mail-words.ts";

const FACTS = ["practice", "phone"] as const;
const HELLO = { opening: "Hello,", closing: "" } as const;

/** Our words for the mails about an account. What they warn of, their links and how long those work are not among them. */
export const accountMailTexts = {
  verify: {
    title: "Confirm an address",
    about: "After a sign-up.",
    words: { subject: "Confirm your e-mail address for {practice}", ...HELLO },
    facts: FACTS,
  },
  change: {
    title: "Confirm a new address",
    about: "When a client wants another address for their account.",
    words: { subject: "Confirm your new e-mail address for {practice}", ...HELLO },
    facts: FACTS,
  },
  reset: {
    title: "Reset a password",
    about: "When somebody forgot theirs.",
    words: { subject: "Reset your {practice} password", ...HELLO },
    facts: FACTS,
  },
  "let-in": {
    title: "Tries to log in",
    about: "When an account is tried with many wrong passwords.",
    words: { subject: "Somebody is trying to log in to your {practice} account", ...HELLO },
    facts: FACTS,
  },
  "account-exists": {
    title: "Account exists already",
    about: "When somebody signs up with an address that has an account.",
    words: { subject: "You already have a {practice} account", ...HELLO },
    facts: FACTS,
  },
  "password-changed": {
    title: "Password changed",
    about: "After every change of a password.",
    words: { subject: "Your {practice} password was changed", ...HELLO },
    facts: FACTS,
  },
  "way-in-changed": {
    title: "Way in changed",
    about: "When a passkey or the codes at log-in change.",
    words: { subject: "{change} your {practice} account", ...HELLO },
    facts: [...FACTS, "change"],
  },
  "address-changed": {
    title: "Address changed",
    about: "To the old address, after a change.",
    words: { subject: "The e-mail address of your {practice} account was changed", ...HELLO },
    facts: FACTS,
  },
} as const satisfies Record<string, MailText>;

export type AccountMailId = keyof typeof accountMailTexts;
