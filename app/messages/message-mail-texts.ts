import type { MailText } from "#app/settings/mail-words.ts";

/** Our words for the mails to somebody who wrote to the practice. What was written, and a complaint's day, stand. */
export const messageMailTexts = {
  "message-received": {
    title: "Message received",
    about: "To whoever writes through the contact form.",
    words: {
      subject: "We have your message",
      opening: "Thank you, {name}. We have your message.",
      closing: "If it is about today, ring us on {phone}.",
    },
    facts: ["name", "practice", "phone"],
  },
  "complaint-received": {
    title: "Complaint received",
    about: "With its number, and the day by which you write.",
    words: {
      subject: "We have your complaint {reference}",
      opening: "Thank you, {name}.",
      closing: "If you would rather talk, ring us on {phone}.",
    },
    facts: ["name", "reference", "date", "practice", "phone"],
  },
  "message-reply": {
    title: "Reply to a message",
    about: "Around what you answer.",
    words: { subject: "Re: {subject}", opening: "", closing: "" },
    facts: ["name", "subject", "practice", "phone"],
  },
} as const satisfies Record<string, MailText>;

export type MessageMailId = keyof typeof messageMailTexts;
