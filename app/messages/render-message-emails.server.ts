import { type ContactMessage, writerOf } from "#app/messages/contact-message.ts";
import { enquiryMessages } from "#app/messages/enquiry-message.ts";
import * as mails from "#app/messages/message.emails.tsx";
import { getMessage, getReply } from "#app/messages/message-list.db.server.ts";
import { type MessageMailId, messageMailTexts } from "#app/messages/message-mail-texts.ts";
import { type Mail, type Mailbox, nameInMail } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { type MailWords, wordsOfMail } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** Renders the mails about messages. Once a message is deleted, its mails are dropped. */
export const messageEmails = renderersOf(enquiryMessages, {
  "enquiry-practice": async (app, { enquiryId }) => {
    const enquiry = await getMessage(app.db.kysely, enquiryId);
    return enquiry && mailAbout(app, { enquiry, write: mails.toPractice, toPractice: true });
  },
  // As it reads in the list of mails, and as it is sent once the owner sends by mail again.
  "enquiry-emailjs": async (app, { enquiryId }) => {
    const enquiry = await getMessage(app.db.kysely, enquiryId);
    return enquiry && mailAbout(app, { enquiry, write: mails.toPractice, toPractice: true });
  },
  "enquiry-acknowledgement": async (app, { enquiryId }) => {
    const enquiry = await getMessage(app.db.kysely, enquiryId);
    return enquiry && mailAbout(app, { enquiry, write: acknowledged, toPractice: false });
  },
  "enquiry-reply": async (app, { replyId }) => {
    const found = await getReply(app.db.kysely, replyId);
    if (!found) return null;
    const { enquiry, reply } = found;
    const write: Write = ({ words, ...facts }) => mails.reply({ ...facts, reply, words: words("message-reply") });
    return mailAbout(app, { enquiry, write, toPractice: false });
  },
});

type Write = (
  facts: Parameters<typeof mails.toPractice>[0] & { words: (mail: MessageMailId) => MailWords },
) => mails.Draft;

type MailAbout = { enquiry: ContactMessage; write: Write; toPractice: boolean };

const acknowledged: Write = ({ words, ...facts }) => {
  const { complaint } = facts.enquiry;
  return complaint
    ? mails.complaintAcknowledged({ ...facts, complaint, words: words("complaint-received") })
    : mails.acknowledgement({ ...facts, words: words("message-received") });
};

async function mailAbout(app: AppContext, { enquiry: stored, write, toPractice }: MailAbout): Promise<Mail | null> {
  const names = { firstName: nameInMail(stored.firstName), lastName: nameInMail(stored.lastName) };
  const enquiry = { ...stored, ...names };
  const settings = await listSettings(app.db.kysely, app.log);
  const { business, mailWords } = settings;
  const words = (id: MessageMailId) => wordsOfMail(mailWords, id, messageMailTexts[id]);
  const { subject, body } = write({ sender: mailSender(business, app.config.publicUrl), enquiry, words });
  const { from, replyTo, inbox } = mailboxesOf(settings, app.config);
  // Somebody who complains may prefer an answer by phone or post: then there is nobody to mail.
  const person: Mailbox | null = enquiry.email ? { name: writerOf(enquiry), address: enquiry.email } : null;
  if (!toPractice && !person) return null;
  return {
    from,
    to: toPractice || !person ? inbox : person,
    replyTo: toPractice ? (person ?? inbox) : replyTo,
    subject,
    ...(await renderMail(body)),
    calendar: null,
  };
}
