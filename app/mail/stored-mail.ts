/**
 * The state of a message. `over`: it was due, and there was nothing left to say; `told`: it stood in a daily mail;
 * `none`: it is for an invented person and goes nowhere; `returned`: it was sent and came back.
 */
export type MailState = "waiting" | "sent" | "failed" | "returned" | "over" | "told" | "none";

export const MAIL_STATES = ["waiting", "sent", "failed", "returned"] as const satisfies readonly MailState[];

export function isMailState(text: string | null): text is (typeof MAIL_STATES)[number] {
  return MAIL_STATES.some((state) => state === text);
}

/**
 * One line of the practice's list of mails. Instants are epoch ms UTC. Null subject: not rendered yet. `client`: the name
 * on the appointment or client that it is about.
 */
export type MailLine = {
  id: string;
  kind: string;
  client: string | null;
  state: MailState;
  recipient: string | null;
  subject: string | null;
  createdAt: number;
  runAt: number;
  sentAt: number | null;
  attempts: number;
  lastError: string | null;
};

/** Why and when a mail came back, and what the server wrote. */
export type ReturnedMail = { at: number; reason: string; answer: string };

/** `isPrivate`: it opens an account, so that only the person it is for reads it. */
export type StoredMail = MailLine & {
  returned: ReturnedMail | null;
  sender: string | null;
  text: string | null;
  html: string | null;
  isPrivate: boolean;
};

/** The kinds of mails whose link acts for a person. Nothing of what they say is stored, also while no mail can leave. */
export const PRIVATE_KINDS: readonly string[] = [
  "account-verify",
  "account-change",
  "account-reset",
  "account-let-in",
  "appointment-account-client",
  "staff-invite",
  "therapist-leaves-client",
];

/**
 * Removes links that open an account: they are for its owner only. Without a mail server the list is the only way to
 * read them, so they stay.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/([?&](?:amp;)?token=)[\w-]+/g, "$1…");
}
