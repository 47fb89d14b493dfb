import { forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import type { ComplaintColumns } from "#app/messages/complaints.db.server.ts";
import { ENQUIRY, type ReceivedReply, type Reply } from "#app/messages/contact-message.ts";
import { listReceived, listReplies } from "#app/messages/list-messages.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { type Person, type PersonalData, toIso } from "#app/platform/personal-data.server.ts";
import { e164Of } from "#app/platform/phone-number.ts";

export const messageData: PersonalData = {
  async export(db, { addresses }) {
    const messages = (await listCorrespondence(db, addresses)).map(exportMessage);
    const replies = await listRepliesFrom(db, addresses);
    return { messages, ...(replies.length > 0 && { repliesToOthers: replies }) };
  },
  async forget(tx, person) {
    const ids = await deleteCorrespondence(tx, person);
    await forgetAbout(tx, ENQUIRY, ids);
    await forgetRepliesFrom(tx, person.addresses);
    return { enquiries: ids.length };
  },
};

type Correspondence = Tables["enquiries"] & ComplaintColumns & { replies: Reply[]; received: ReceivedReply[] };

/** Messages from these lower-case addresses, oldest first. */
async function listCorrespondence(db: Queries, addresses: readonly string[]): Promise<Correspondence[]> {
  const messages: Correspondence[] = [];
  for (const contact of await messagesFrom(db, addresses)) {
    messages.push({
      ...contact,
      replies: await listReplies(db, contact.id),
      received: await listReceived(db, contact.id),
    });
  }
  return messages;
}

/** What these lower-case addresses wrote on messages of someone else. */
async function listRepliesFrom(db: Queries, addresses: readonly string[]) {
  if (addresses.length === 0) return [];
  const rows = await db
    .selectFrom("received_replies")
    .innerJoin("enquiries", "enquiries.id", "enquiry_id")
    .select(["at", "text"])
    .where(lowerCaseOf("address"), "in", [...addresses])
    .where(lowerCaseOf("email"), "not in", [...addresses])
    .orderBy("at")
    .execute();
  return rows.map(({ at, text }) => ({ at: toIso(at), text }));
}

async function forgetRepliesFrom(tx: Tx, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx
    .deleteFrom("received_replies")
    .where(lowerCaseOf("address"), "in", [...addresses])
    .execute();
}

function exportMessage({ created_at, state_at, state_by, replies, received, ...message }: Correspondence) {
  return {
    ...{ at: toIso(created_at), ...message },
    replies: replies.map(({ at, text }) => ({ at: toIso(at), text })),
    received: received.map(({ at, name, address, text, attachments }) => ({
      ...{ at: toIso(at), name, address, text, attachments },
    })),
  };
}

/**
 * Deletes messages from these lower-case addresses, and complaints that gave one of these E.164 numbers instead, with
 * their replies. Returns the ids.
 */
async function deleteCorrespondence(tx: Tx, { addresses, phones }: Person): Promise<string[]> {
  const ids = (await messagesFrom(tx, addresses)).map(({ id }) => id);
  for (const { enquiry_id, reply_to } of await complaintsWithoutEmail(tx)) {
    const phone = e164Of(reply_to);
    if (phone && phones.includes(phone)) ids.push(enquiry_id);
  }
  if (ids.length > 0) await tx.deleteFrom("enquiries").where("id", "in", ids).execute();
  return ids;
}

function complaintsWithoutEmail(db: Queries) {
  const complaints = db.selectFrom("complaints").innerJoin("enquiries", "enquiries.id", "complaints.enquiry_id");
  return complaints.select(["enquiry_id", "reply_to"]).where("email", "=", "").execute();
}

async function messagesFrom(
  db: Queries,
  addresses: readonly string[],
): Promise<(Tables["enquiries"] & ComplaintColumns)[]> {
  if (addresses.length === 0) return [];
  return db
    .selectFrom("enquiries")
    .leftJoin("complaints", "complaints.enquiry_id", "enquiries.id")
    .selectAll("enquiries")
    .select(["number", "about", "reply_to", "wanted", "due_day"])
    .where(lowerCaseOf("email"), "in", [...addresses])
    .orderBy("created_at")
    .execute();
}
