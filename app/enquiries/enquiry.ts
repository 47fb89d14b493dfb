/** Where an enquiry stands with the practice. */
export const ENQUIRY_STATES = ["unread", "read", "done", "spam"] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** A message through the contact form. Instants are epoch ms UTC. */
export type Enquiry = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  subject: string;
  message: string;
  createdAt: number;
  state: EnquiryState;
};

/** What the practice wrote back by the desk's form. `actor` as in the audit. */
export type Reply = { id: string; text: string; at: number; actor: string };

export function isEnquiryState(text: string | null): text is EnquiryState {
  return ENQUIRY_STATES.some((state) => state === text);
}
