import { z } from "zod";
import type { DataOf, Due, MessageKinds } from "#app/outbox/message.ts";

const enquiry = z.object({ enquiryId: z.string() });

/** Every mail about a message: to the practice, and back to the sender. */
export const enquiryMessages = {
  "enquiry-practice": { title: "Message, to the practice", data: enquiry },
  "enquiry-emailjs": { title: "Message, to the practice by EmailJS", data: enquiry },
  "enquiry-acknowledgement": { title: "Message received", data: enquiry, byAnybody: true },
  "enquiry-reply": { title: "Reply to a message", data: z.object({ replyId: z.string() }) },
} as const satisfies MessageKinds;

export const ENQUIRY = "enquiry";
/** The lane of messages that leave through EmailJS. */
export const EMAILJS_CHANNEL = "emailjs";

type Kinds = typeof enquiryMessages;

export function enquiryMessage<Kind extends keyof Kinds>(
  kind: Kind,
  { enquiryId, ...reply }: DataOf<Kinds, Kind> & { enquiryId: string },
): Due {
  const byStranger = "byAnybody" in enquiryMessages[kind];
  const data = kind === "enquiry-reply" ? reply : { enquiryId };
  const lane = kind === "enquiry-emailjs" ? { channel: EMAILJS_CHANNEL } : {};
  return { kind, subject: { kind: ENQUIRY, id: enquiryId }, data, byStranger, ...lane };
}
