import { findEnquiry, findReply } from "#app/enquiries/desk/store.server.ts";
import { type Enquiry, writerOf } from "#app/enquiries/enquiry.ts";
import * as mails from "#app/enquiries/mails/emails.tsx";
import type { Renderers } from "#app/outbox/delivery/commands.server.ts";
import type { Mail, Mailbox } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/rendering/gateway.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { mailSender } from "#app/settings/mail-sender.ts";
import { readSettings } from "#app/settings/store.server.ts";

type Kinds = Extract<keyof Renderers, `enquiry-${string}`>;

/** The mails about messages. One that was deleted before its mail went out says nothing. */
export const enquiryMails: Pick<Renderers, Kinds> = {
  "enquiry-practice": async (world, { enquiryId }) => {
    const enquiry = await findEnquiry(world.db.kysely, enquiryId);
    return enquiry && post(world, { enquiry, write: mails.toPractice, toPractice: true });
  },
  "enquiry-acknowledgement": async (world, { enquiryId }) => {
    const enquiry = await findEnquiry(world.db.kysely, enquiryId);
    return enquiry && post(world, { enquiry, write: mails.acknowledgement, toPractice: false });
  },
  "enquiry-reply": async (world, { replyId }) => {
    const found = await findReply(world.db.kysely, replyId);
    if (!found) return null;
    const { enquiry, reply } = found;
    return post(world, { enquiry, write: (facts) => mails.reply({ ...facts, reply }), toPractice: false });
  },
};

type Post = {
  enquiry: Enquiry;
  write: (facts: Parameters<typeof mails.toPractice>[0]) => mails.Draft;
  toPractice: boolean;
};

async function post(world: World, { enquiry, write, toPractice }: Post): Promise<Mail | null> {
  const { business } = await readSettings(world.db.kysely, world.log);
  const { subject, body } = write({ sender: mailSender(business, world.config.publicUrl), enquiry });
  const practice: Mailbox = { name: business.name, address: business.email };
  // Who complains may want an answer by phone or post: then there is nobody to mail.
  const person: Mailbox | null = enquiry.email ? { name: writerOf(enquiry), address: enquiry.email } : null;
  if (!toPractice && !person) return null;
  return {
    from: { ...practice, address: world.config.mailFrom ?? business.email },
    to: toPractice || !person ? practice : person,
    replyTo: (toPractice && person) || practice,
    subject,
    ...(await renderMail(body)),
    calendar: null,
  };
}
