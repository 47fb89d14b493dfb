import { z } from "zod";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import { TypedParagraphs } from "#app/mail/letter.tsx";
import { EXAMPLE_MESSAGE } from "#app/messages/contact-message.ts";
import { withPlainName, writerMailbox } from "#app/messages/contact-to-practice.mail.tsx";
import { getReply } from "#app/messages/list-messages.server.ts";
import { MailRule, MailText } from "#app/ui/mail-frame.tsx";

/** What the practice wrote back, above what was asked. */
export const contactReply = defineMail({
  id: "enquiry-reply",
  title: "Reply to a message",
  data: z.object({ replyId: z.string() }),
  words: {
    "message-reply": {
      about: "Around what you answer.",
      words: { subject: "Re: {subject}", opening: "", closing: "" },
      facts: ["name", "subject", "practice", "phone"],
    },
  },
  load: async ({ db }, { replyId }) => {
    const found = await getReply(db, replyId);
    const enquiry = found && withPlainName(found.enquiry);
    const to = enquiry && writerMailbox(enquiry);
    return to && { to, enquiry, text: found.reply.text, thread: found.thread };
  },
  thread: ({ thread }) => thread,
  body: ({ enquiry, text }, { sender }) => ({
    why: "You got this email because you wrote to us.",
    named: { practice: sender.name, phone: sender.phone, name: enquiry.firstName, subject: enquiry.subject },
    children: <TypedParagraphs text={text} />,
    end: (
      <>
        <MailRule />
        <MailText>You wrote:</MailText>
        <TypedParagraphs text={enquiry.message} />
      </>
    ),
  }),
  example: ({ now }) => ({
    to: EXAMPLE_CLIENT,
    enquiry: { ...EXAMPLE_MESSAGE, createdAt: now },
    text: "We do. Come in and choose one.",
    thread: [],
  }),
});
