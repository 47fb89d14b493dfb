import type { MailText } from "#app/settings/mail-words.ts";

/** Our words for the mail to whoever is invited. What it offers, its link and its days are not among them. */
export const staffMailTexts = {
  "staff-invite": {
    title: "Invitation to work here",
    about: "To somebody whom you give a part of the practice’s side.",
    words: { subject: "You are invited to work with {practice}", opening: "Hello,", closing: "" },
    facts: ["practice", "phone"],
  },
} as const satisfies Record<string, MailText>;

export type StaffMailId = keyof typeof staffMailTexts;
