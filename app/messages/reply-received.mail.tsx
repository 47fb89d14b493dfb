import { z } from "zod";
import { defineMail, EXAMPLE_CLIENT, type MailContext } from "#app/mail/define-mail.server.ts";
import { TypedParagraphs } from "#app/mail/letter.tsx";
import { type Mailbox, nameInMail } from "#app/mail/mail.ts";
import { type ContactMessage, EXAMPLE_MESSAGE, writerOf } from "#app/messages/contact-message.ts";
import { withPlainName, writerMailbox } from "#app/messages/contact-to-practice.mail.tsx";
import { getReceived } from "#app/messages/list-messages.server.ts";
import { withoutQuotes } from "#app/messages/reply-text.ts";
import { MailLink, MailText } from "#app/ui/mail-frame.tsx";

const LONGEST_TEXT = 2000;

/** To whoever answers a message: its writer wrote back. */
export const replyReceived = defineMail({
  id: "enquiry-answered-practice",
  title: "Reply to your answer, to the practice",
  data: z.object({ replyId: z.string() }),
  load: async (context, { replyId }) => {
    const found = await getReceived(context.db, replyId);
    if (!found) return null;
    const enquiry = withPlainName(found.enquiry);
    const { name, address, text } = found.reply;
    const from = address === enquiry.email ? writerOf(enquiry) : nameInMail(name) || "Someone";
    return {
      ...{ to: await readerOf(context, enquiry), replyTo: writerMailbox(enquiry) ?? context.inbox },
      ...{ enquiry, from, text: withoutQuotes(text).slice(0, LONGEST_TEXT) },
    };
  },
  body: ({ enquiry, from, text }, { siteUrl }) => ({
    subject: `Reply: ${enquiry.subject}`,
    why: "You get this email when someone replies to an answer of yours.",
    children: (
      <>
        <MailText>{from} wrote back:</MailText>
        <TypedParagraphs text={text} />
        <MailText>
          <MailLink href={`${siteUrl}/admin/messages/${enquiry.id}`}>Read it at the desk</MailLink>, or reply to this
          email.
        </MailText>
      </>
    ),
  }),
  example: ({ inbox, now }) => {
    const enquiry = { ...EXAMPLE_MESSAGE, createdAt: now };
    return { to: inbox, replyTo: EXAMPLE_CLIENT, enquiry, from: writerOf(enquiry), text: "Thank you. I’ll come in." };
  },
});

/** Whose the message is to answer, while they work here; else the practice. */
async function readerOf({ db, inbox }: MailContext, { assignedTo }: ContactMessage): Promise<Mailbox> {
  if (assignedTo === null) return inbox;
  const person = await db
    .selectFrom("users")
    .innerJoin("staff", "staff.user_id", "users.id")
    .select(["users.name", "users.email"])
    .where("users.id", "=", assignedTo)
    .where("staff.state", "=", "active")
    .executeTakeFirst();
  return person ? { name: "", address: person.email } : inbox;
}
