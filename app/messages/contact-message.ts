import type { Subject } from "#app/mail/message.ts";
import type { Complaint } from "#app/messages/complaint.ts";

export const ENQUIRY = "enquiry";
/** The lane of messages that leave through EmailJS. */
export const EMAILJS_CHANNEL = "emailjs";

export function aboutEnquiry(id: string): Subject {
  return { kind: ENQUIRY, id };
}

/** `waiting`: answered, and the other side is to write or call. */
const ENQUIRY_STATES = ["unread", "read", "waiting", "done", "spam"] as const;
export type ContactMessageState = (typeof ENQUIRY_STATES)[number];

/**
 * A message from the contact form, or a complaint, which has its name in one piece and may have no email (empty).
 * Instants are epoch ms UTC.
 */
export type ContactMessage = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  subject: string;
  message: string;
  createdAt: number;
  state: ContactMessageState;
  complaint: Complaint | null;
  /** Who is to answer it: a user's id; null for nobody yet. */
  assignedTo: string | null;
};

/** What the practice wrote back. `actor` as in the audit log. */
export type Reply = { id: string; text: string; at: number; actor: string };

/** What came back by email. Nothing of it is to be trusted; of attachments only the names are kept. */
export type ReceivedReply = {
  id: string;
  at: number;
  name: string;
  address: string;
  text: string;
  attachments: string[];
  /** No person wrote it, like an absence note. */
  isAutomatic: boolean;
};

export function writerOf({ firstName, lastName }: Pick<ContactMessage, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

export function isMessageState(text: string | null): text is ContactMessageState {
  return ENQUIRY_STATES.some((state) => state === text);
}

export const EXAMPLE_MESSAGE: Omit<ContactMessage, "createdAt"> = {
  id: "example",
  firstName: "Sam",
  lastName: "Carter",
  email: "sam@example.com",
  subject: "Gift vouchers",
  message: "Do you sell them?",
  state: "read",
  complaint: null,
  assignedTo: null,
};
