import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { ReceivedMail } from "#app/mail/read-mail.gateway.server.ts";
import { aboutEnquiry, type ContactMessage, ENQUIRY } from "#app/messages/contact-message.ts";
import { getMessage, updateState } from "#app/messages/list-messages.server.ts";
import { inItsTime, isBlocked } from "#app/messages/receive-message.server.ts";
import { replyReceived } from "#app/messages/reply-received.mail.tsx";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { mailboxesOf } from "#app/settings/schemas/sender.ts";

// Whoever answers a thousand times fills no page and no disk.
const MOST_REPLIES = 100;

/** The message to which a mail with one of these Message-IDs belongs; null: none of them is ours, or about a message. */
export async function findAnswered(db: Queries, ids: readonly string[]): Promise<string | null> {
  if (ids.length === 0) return null;
  const row = await db
    .selectFrom("mails")
    .innerJoin("outbox", "outbox.id", "mails.outbox_id")
    .select("subject_id")
    .where("message_id", "in", [...ids])
    .where("subject_kind", "=", ENQUIRY)
    .executeTakeFirst();
  return row?.subject_id ?? null;
}

/**
 * Adds a mail to the message that it answers, opens that again, and notifies whoever answers it. The same mail is taken in
 * once, also by two processes. False: it answers nothing here, or was taken in before.
 */
export async function takeReply(app: AppContext, mail: ReceivedMail, at: number): Promise<boolean> {
  const { settings } = await readPractice(app);
  const own = Object.values(mailboxesOf(settings, app.config)).map(({ address }) => address.toLowerCase());
  const { name, address } = mail.from;
  if (isBlocked(settings.messages.blocked, { ...NO_CONTACT, firstName: name, email: address, message: mail.text }))
    return false;
  return app.db.kysely.transaction().execute(async (tx) => {
    const enquiryId = await findAnswered(tx, mail.answers);
    const enquiry = enquiryId && (await getMessage(tx, enquiryId));
    if (!enquiry || (await isOurs(tx, mail, { own, enquiry }))) return false;
    if ((await countReceived(tx, enquiry.id)) >= MOST_REPLIES) return false;
    if (!(await insertReceived(tx, enquiry.id, { mail, at }))) return false;
    if (mail.isAutomatic || enquiry.state === "spam") return true;
    const now = app.clock.now();
    const isOpened = await updateState(tx, { id: enquiry.id, state: "unread", now, actor: null });
    if (isOpened) await notify(tx, { enquiry, replyId: mail.key, settings, now });
    return true;
  });
}

const NO_CONTACT = { firstName: "", lastName: "", subject: "" };

/** A notification of ours in the same mailbox, or what the practice wrote itself. */
async function isOurs(
  tx: Tx,
  { messageId, from }: ReceivedMail,
  { own, enquiry }: { own: readonly string[]; enquiry: ContactMessage },
): Promise<boolean> {
  const address = from.address.toLowerCase();
  if (own.includes(address) && address !== enquiry.email.toLowerCase()) return true;
  if (messageId === null) return false;
  const row = await tx.selectFrom("mails").select("outbox_id").where("message_id", "=", messageId).executeTakeFirst();
  return row !== undefined;
}

async function insertReceived(
  tx: Tx,
  enquiryId: string,
  { mail, at }: { mail: ReceivedMail; at: number },
): Promise<boolean> {
  const { key, from, text, attachments, messageId, isAutomatic } = mail;
  const outcome = await tx
    .insertInto("received_replies")
    .values({
      ...{ id: key, enquiry_id: enquiryId, at, name: from.name, address: from.address, text },
      ...{ attachments: JSON.stringify(attachments), message_id: messageId, automatic: isAutomatic ? 1 : 0 },
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === 1;
}

type Notified = {
  enquiry: ContactMessage;
  replyId: string;
  settings: Awaited<ReturnType<typeof readPractice>>["settings"];
  now: number;
};

/** As of a new message; where it is someone's to answer, that person straight away. */
async function notify(tx: Tx, { enquiry, replyId, settings, now }: Notified): Promise<void> {
  const message = replyReceived.message(aboutEnquiry(enquiry.id), { replyId });
  const { zone } = settings.bookingRules;
  const due = enquiry.assignedTo === null ? inItsTime(message, { ...settings.practiceMails, zone, now }) : message;
  await enqueue(tx, [due], now);
}

async function countReceived(db: Queries, enquiryId: string): Promise<number> {
  const { replies } = await db
    .selectFrom("received_replies")
    .select((eb) => eb.fn.countAll<number>().as("replies"))
    .where("enquiry_id", "=", enquiryId)
    .executeTakeFirstOrThrow();
  return Number(replies);
}
