import { z } from "zod";
import { defineMail, EXAMPLE_CLIENT, type MailContext } from "#app/mail/define-mail.server.ts";
import { TypedParagraphs } from "#app/mail/letter.tsx";
import { type Mailbox, nameInMail } from "#app/mail/mail.ts";
import { type ContactMessage, EXAMPLE_MESSAGE, writerOf } from "#app/messages/contact-message.ts";
import { getMessage } from "#app/messages/list-messages.server.ts";
import { dateInWords } from "#app/platform/date-time.ts";
import { MailLink, MailText } from "#app/ui/mail-frame.tsx";

/** What somebody wrote, with its writer's name as a mail may show it. Null: it was deleted. */
export async function readEnquiry({ db }: MailContext, id: string): Promise<ContactMessage | null> {
  const stored = await getMessage(db, id);
  return stored && withPlainName(stored);
}

export function withPlainName(stored: ContactMessage): ContactMessage {
  return { ...stored, firstName: nameInMail(stored.firstName), lastName: nameInMail(stored.lastName) };
}

/** Null: somebody who complains may prefer an answer by phone or post. */
export function writerMailbox(enquiry: ContactMessage): Mailbox | null {
  return enquiry.email ? { name: writerOf(enquiry), address: enquiry.email } : null;
}

type Facts = { to: Mailbox; replyTo: Mailbox; enquiry: ContactMessage };

const toPractice = {
  data: z.object({ enquiryId: z.string() }),
  load: async (context: MailContext, { enquiryId }: { enquiryId: string }): Promise<Facts | null> => {
    const enquiry = await readEnquiry(context, enquiryId);
    return enquiry && { to: context.inbox, replyTo: writerMailbox(enquiry) ?? context.inbox, enquiry };
  },
  body: ({ enquiry }: Facts, { siteUrl }: MailContext) =>
    enquiry.complaint ? complaintLetter(enquiry, enquiry.complaint, siteUrl) : messageLetter(enquiry, siteUrl),
  example: ({ inbox, now }: MailContext): Facts => ({
    to: inbox,
    replyTo: EXAMPLE_CLIENT,
    enquiry: { ...EXAMPLE_MESSAGE, createdAt: now },
  }),
};

/** A reply goes to the sender, if they gave an email address. */
export const contactToPractice = defineMail({
  id: "enquiry-practice",
  title: "Message, to the practice",
  ...toPractice,
});

/** As it reads in the list of mails, and as it is sent once the owner sends by mail again. */
export const contactByEmailjs = defineMail({
  id: "enquiry-emailjs",
  title: "Message, to the practice by EmailJS",
  ...toPractice,
});

function messageLetter(enquiry: ContactMessage, siteUrl: string) {
  return {
    subject: `Message: ${enquiry.subject}`,
    why: "You get this email for every message from the website.",
    children: (
      <>
        <MailText>
          {writerOf(enquiry)}, {enquiry.email}, wrote:
        </MailText>
        <TypedParagraphs text={enquiry.message} />
        <MailText>
          <MailLink href={`${siteUrl}/admin/messages/${enquiry.id}`}>Read it at the desk</MailLink>, or reply to this
          email.
        </MailText>
      </>
    ),
  };
}

function complaintLetter(
  enquiry: ContactMessage,
  { dueDay, replyTo, remedy }: NonNullable<ContactMessage["complaint"]>,
  siteUrl: string,
) {
  return {
    subject: enquiry.subject,
    why: "You get this email for every complaint from the website.",
    children: (
      <>
        <MailText>
          {writerOf(enquiry)} has complained. Write to them by {dateInWords(dueDay)}: {replyTo}
        </MailText>
        <MailText>What happened:</MailText>
        <TypedParagraphs text={enquiry.message} />
        {remedy && <MailText>What would put it right:</MailText>}
        {remedy && <TypedParagraphs text={remedy} />}
        <MailText>
          <MailLink href={`${siteUrl}/admin/messages/${enquiry.id}`}>Read it at the desk</MailLink>.
        </MailText>
      </>
    ),
  };
}
