/** Where a message stands. `over`: it was due, and there was nothing left to say. */
export type MailState = "waiting" | "sent" | "failed" | "over";

/** The states that can be asked for. */
export const MAIL_STATES = ["waiting", "sent", "failed"] as const satisfies readonly MailState[];

export function isMailState(text: string | null): text is (typeof MAIL_STATES)[number] {
  return MAIL_STATES.some((state) => state === text);
}

/** One line of the practice's list of mails. Instants are epoch ms UTC. Null subject: not rendered yet. */
export type MailLine = {
  id: string;
  kind: string;
  state: MailState;
  recipient: string | null;
  subject: string | null;
  createdAt: number;
  /** When it is due. */
  runAt: number;
  sentAt: number | null;
  attempts: number;
  lastError: string | null;
};

/** The same with what it says. */
export type KeptMail = MailLine & { sender: string | null; text: string | null; html: string | null };

const TITLES: Record<string, string> = {
  "appointment-confirmed-client": "Booking confirmed",
  "appointment-confirmed-practice": "New booking, to the practice",
  "appointment-pending-client": "Booking received",
  "appointment-accepted-client": "Booking accepted",
  "appointment-rescheduled-client": "New time",
  "appointment-rescheduled-practice": "New time, to the practice",
  "appointment-cancelled-client": "Cancellation",
  "appointment-cancelled-practice": "Cancellation, to the practice",
  "appointment-reminder-client": "Reminder",
  "enquiry-practice": "Message, to the practice",
  "enquiry-acknowledgement": "Message received",
  "enquiry-reply": "Reply to a message",
  "account-verify": "Confirm an address",
  "account-change": "Confirm a new address",
  "account-reset": "Reset a password",
  "account-exists": "Account exists already",
  "account-password-changed": "Password changed",
  "account-address-changed": "Address changed",
};

/** What a kind of message is called on the desk; a new kind by its own words. */
export function mailTitle(kind: string): string {
  return TITLES[kind] ?? sentenceOf(kind);
}

/**
 * A link that opens an account is for its owner alone: once mails go out, the copy here keeps it to itself.
 * Without a mail server this list is the only way to read it.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/([?&](?:amp;)?token=)[\w-]+/g, "$1…");
}

function sentenceOf(kind: string): string {
  const words = kind.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
