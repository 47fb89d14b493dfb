import type { Complaint } from "#app/enquiries/complaints/complaint.ts";

/** Where an enquiry stands with the practice. */
export const ENQUIRY_STATES = ["unread", "read", "done", "spam"] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** A message through the contact form, or a complaint: that has a name in one piece, and may have no e-mail (empty). Instants are epoch ms UTC. */
export type Enquiry = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  subject: string;
  message: string;
  createdAt: number;
  state: EnquiryState;
  complaint: Complaint | null;
};

/** What the practice wrote back by the desk's form. `actor` as in the audit. */
export type Reply = { id: string; text: string; at: number; actor: string };

/** Whoever wrote it, as they are called. */
export function writerOf({ firstName, lastName }: Pick<Enquiry, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

export function isEnquiryState(text: string | null): text is EnquiryState {
  return ENQUIRY_STATES.some((state) => state === text);
}
