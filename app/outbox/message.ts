type About = { appointmentId: string };

/** Something that must happen after a change, written in the change's own transaction. Ids and times, no mail. */
export type Message =
  | { kind: "appointment-confirmed-client"; data: About }
  | { kind: "appointment-confirmed-practice"; data: About }
  | { kind: "appointment-pending-client"; data: About }
  | { kind: "appointment-accepted-client"; data: About }
  /** `was`: the start before the change. */
  | { kind: "appointment-rescheduled-client"; data: About & { was: number } }
  | { kind: "appointment-rescheduled-practice"; data: About & { was: number } }
  | { kind: "appointment-cancelled-client"; data: About }
  | { kind: "appointment-cancelled-practice"; data: About }
  /** `start`: the time it reminds of. A reminder of another time than the appointment's has nothing to say. */
  | { kind: "appointment-reminder-client"; data: About & { start: number } }
  /** A message through the contact form: to the practice, and back to whoever sent it. */
  | { kind: "enquiry-practice"; data: { enquiryId: string } }
  | { kind: "enquiry-acknowledgement"; data: { enquiryId: string } }
  | { kind: "enquiry-reply"; data: { replyId: string } }
  | AccountMessage;

/** `nonce`: of an open link; its secret is worked out when the mail is rendered. */
type AccountMessage =
  | { kind: "account-verify"; data: { nonce: string } }
  | { kind: "account-change"; data: { nonce: string } }
  | { kind: "account-reset"; data: { nonce: string } }
  | { kind: "account-exists"; data: { userId: string } }
  | { kind: "account-password-changed"; data: { userId: string; at: number } }
  | { kind: "account-address-changed"; data: { to: string; at: number } };

export type MessageKind = Message["kind"];
export type DataOf<Kind extends MessageKind> = Extract<Message, { kind: Kind }>["data"];

/** A message and when it is due; at once when no time is given. Epoch ms UTC. */
export type Due = Message & { runAt?: number };
