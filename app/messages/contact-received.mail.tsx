import { z } from "zod";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import { Ours } from "#app/mail/letter.tsx";
import { referenceOf } from "#app/messages/complaint.ts";
import { type ContactMessage, EXAMPLE_MESSAGE, writerOf } from "#app/messages/contact-message.ts";
import { readEnquiry, writerMailbox } from "#app/messages/contact-to-practice.mail.tsx";
import { addDays, dateInWords, localDateOf } from "#app/platform/date-time.ts";
import { MailText } from "#app/ui/mail-frame.tsx";

/** To the sender. It quotes nothing: the address may be somebody else's. */
export const contactReceived = defineMail({
  id: "enquiry-acknowledgement",
  title: "Message received",
  byAnybody: true,
  data: z.object({ enquiryId: z.string() }),
  words: {
    "message-received": {
      about: "To people who write through the contact form.",
      words: {
        subject: "We have your message",
        opening: "Thank you, {name}. We have your message.",
        closing: "If it is about today, call us on {phone}.",
      },
      facts: ["name", "practice", "phone"],
    },
    "complaint-received": {
      title: "Complaint received",
      about: "With its number, and the day you will write by.",
      words: {
        subject: "We have your complaint {reference}",
        opening: "Thank you, {name}.",
        closing: "If you would rather talk, call us on {phone}.",
      },
      facts: ["name", "reference", "date", "practice", "phone"],
    },
  },
  load: async (context, { enquiryId }) => {
    const enquiry = await readEnquiry(context, enquiryId);
    const to = enquiry && writerMailbox(enquiry);
    return to && { to, wording: enquiry.complaint ? "complaint-received" : "message-received", enquiry };
  },
  body: ({ enquiry }, { sender }) => {
    const practice = { practice: sender.name, phone: sender.phone };
    const { complaint } = enquiry;
    if (!complaint) {
      const why = "You got this email because someone gave this address with a message.";
      return { why, named: { ...practice, name: enquiry.firstName }, children: null };
    }
    const [reference, date] = [referenceOf(complaint), dateInWords(complaint.dueDay)];
    return {
      why: "You got this email because someone gave this address with a complaint.",
      named: { ...practice, name: writerOf(enquiry), reference, date },
      children: (
        <MailText>
          Your reference is {reference}. <Ours>We will write to you by</Ours> {date}.
        </MailText>
      ),
    };
  },
  example: ({ now, zone }, wording) => {
    const enquiry: ContactMessage = { ...EXAMPLE_MESSAGE, createdAt: now };
    const dueDay = addDays(localDateOf(now, zone), 7);
    const complaint = { number: 12, about: "treatment", replyTo: EXAMPLE_CLIENT.address, remedy: "", dueDay } as const;
    return {
      to: EXAMPLE_CLIENT,
      wording,
      enquiry: wording === "complaint-received" ? { ...enquiry, complaint } : enquiry,
    };
  },
});
