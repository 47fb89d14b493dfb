import type { MailText } from "#app/settings/mail-words.ts";

const FACTS = [...["name", "client", "date", "weekday", "time", "minutes", "reference", "practice", "phone"]] as const;

const HELLO = "Hello {name},";

/** Our words for the mails to therapists. When, who and which appointment stand between them. */
export const therapistMailTexts = {
  "therapist-booked": {
    title: "To the therapist: booked",
    about: "When somebody books with them, or you confirm what waited.",
    words: { subject: "Booked: {date}, {time}", opening: `${HELLO}\n\nYou have a new appointment.`, closing: "" },
    facts: FACTS,
  },
  "therapist-given": {
    title: "To the therapist: moved to them",
    about: "When an appointment of somebody else becomes theirs.",
    words: {
      subject: "Now yours: {date}, {time}",
      opening: `${HELLO}\n\nAn appointment has moved to you.`,
      closing: "",
    },
    facts: FACTS,
  },
  "therapist-moved": {
    title: "To the therapist: new time",
    about: "When the time or the length of their appointment changes.",
    words: {
      subject: "Moved: now {date}, {time}",
      opening: `${HELLO}\n\nAn appointment of yours has moved.`,
      closing: "",
    },
    facts: FACTS,
  },
  "therapist-taken": {
    title: "To the therapist: moved away from them",
    about: "When an appointment of theirs goes to somebody else.",
    words: {
      subject: "No longer yours: {date}, {time}",
      opening: `${HELLO}\n\nAn appointment of yours has gone to somebody else.`,
      closing: "",
    },
    facts: FACTS,
  },
  "therapist-cancelled": {
    title: "To the therapist: cancelled",
    about: "When an appointment of theirs is cancelled, by anybody.",
    words: {
      subject: "Cancelled: {date}, {time}",
      opening: `${HELLO}\n\nAn appointment of yours is cancelled.`,
      closing: "",
    },
    facts: FACTS,
  },
  "therapist-reinstated": {
    title: "To the therapist: back after a cancellation",
    about: "When you reinstate what they were told is cancelled.",
    words: {
      subject: "Back again: {date}, {time}",
      opening: `${HELLO}\n\nAn appointment that was cancelled stands again.`,
      closing: "",
    },
    facts: FACTS,
  },
  "therapist-tomorrow": {
    title: "To the therapist: tomorrow",
    about: "At six in the evening, to those who have chosen it.",
    words: { subject: "{date}: {visits}", opening: HELLO, closing: "" },
    facts: ["name", "date", "weekday", "visits", "practice", "phone"],
  },
} as const satisfies Record<string, MailText>;

export type TherapistMailId = keyof typeof therapistMailTexts;
