import { sql } from "kysely";
import { reasonInWords } from "#app/mail/delivery-report.ts";
import { type ComplaintColumns, complaintFrom } from "#app/messages/complaints.db.server.ts";
import {
  type ContactMessage,
  type ContactMessageState,
  ENQUIRY,
  isMessageState,
  type ReceivedReply,
  type Reply,
} from "#app/messages/contact-message.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { countListed, selectUpTo } from "#app/platform/database/count-listed.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { type Actor, may } from "#app/platform/permissions.ts";

export const ENQUIRIES_A_PAGE = 30;

/** A page of the practice's messages. `page` counts from 1. Null: not an admin. */
export async function listMessagePage(
  app: AppContext,
  actor: Actor,
  { state, page }: { state: MessageFilter; page: number },
): Promise<{ enquiries: ContactMessage[]; total: number; unread: number } | null> {
  if (!may(actor, "see", "messages")) return null;
  const db = app.db.kysely;
  const from = (page - 1) * ENQUIRIES_A_PAGE;
  return {
    enquiries: await listMessages(db, { state, from, limit: ENQUIRIES_A_PAGE }),
    total: await countMessages(db, state),
    unread: await countMessages(db, "unread"),
  };
}

/** `answeredAt`: when they last wrote back by email. */
export type BoardMessage = ContactMessage & { assignee: string | null; answeredAt: number | null };

/** What is to do, what waits for the other side, and what was done last. */
export type MessageBoard = Record<"open" | "waiting" | "done", BoardMessage[]>;

const LATEST_DONE = 10;

/** The practice's messages by what is to be done about them. Null: not for the actor. */
export async function getMessageBoard(app: AppContext, actor: Actor): Promise<MessageBoard | null> {
  if (!may(actor, "see", "messages")) return null;
  const db = app.db.kysely;
  const column = async (states: ContactMessageState[], limit: number): Promise<BoardMessage[]> => {
    const rows = await db
      .selectFrom("enquiries")
      .leftJoin("complaints", "complaints.enquiry_id", "enquiries.id")
      .leftJoin("users", "users.id", "enquiries.assigned_to")
      .selectAll("enquiries")
      .select(["number", "about", "reply_to", "wanted", "due_day"])
      .select("users.name as assignee")
      .select((eb) =>
        eb
          .selectFrom("received_replies")
          .select((reply) => reply.fn.max("received_replies.at").as("at"))
          .whereRef("received_replies.enquiry_id", "=", "enquiries.id")
          .where("automatic", "=", 0)
          .as("answered_at"),
      )
      .where("state", "in", states)
      .orderBy((order) => order.case().when("state", "=", "unread").then(0).else(1).end())
      .orderBy("enquiries.created_at", "desc")
      .orderBy("enquiries.id")
      .limit(limit)
      .execute();
    return rows.map(({ assignee, answered_at, ...row }) => ({
      ...messageFrom(row),
      assignee,
      answeredAt: answered_at === null ? null : Number(answered_at),
    }));
  };
  return {
    open: await column(["unread", "read"], ENQUIRIES_A_PAGE),
    waiting: await column(["waiting"], ENQUIRIES_A_PAGE),
    done: await column(["done"], LATEST_DONE),
  };
}

/** `returned`: why the email with it came back; null: it did not. */
type SentReply = Reply & { returned: string | null };

/** One message with its replies and what came back. Null: it does not exist, or the actor is not an admin. */
export async function getMessageView(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ enquiry: ContactMessage; replies: SentReply[]; received: ReceivedReply[] } | null> {
  if (!may(actor, "see", "messages")) return null;
  const db = app.db.kysely;
  const enquiry = await getMessage(db, id);
  if (!enquiry) return null;
  return { enquiry, ...(await listWritten(db, id)) };
}

type Written = { replies: SentReply[]; received: ReceivedReply[] };

/** What both sides wrote on a message, oldest first, in one read. */
async function listWritten(db: Queries, enquiryId: string): Promise<Written> {
  const nothing = sql<string>`''`;
  const sent = db
    .selectFrom("enquiry_replies")
    .leftJoin("outbox", (join) =>
      join
        .on("subject_kind", "=", ENQUIRY)
        .onRef("subject_id", "=", "enquiry_id")
        .on("outbox.data", "=", sql<string>`'{"replyId":"' || enquiry_replies.id || '"}'`),
    )
    .leftJoin("mails", "mails.outbox_id", "outbox.id")
    .select(["enquiry_replies.id", "text", "at", "actor", "return_status", "rendered_at"])
    .select([nothing.as("name"), nothing.as("address"), nothing.as("attachments"), sql<number>`0`.as("automatic")])
    .where("enquiry_id", "=", enquiryId);
  const received = db
    .selectFrom("received_replies")
    .select(["id", "text", "at"])
    .select([
      nothing.as("actor"),
      sql<string | null>`null`.as("return_status"),
      sql<number | null>`0`.as("rendered_at"),
    ])
    .select(["name", "address", "attachments", "automatic"])
    .where("enquiry_id", "=", enquiryId);
  const rows = await sent.unionAll(received).orderBy("at").orderBy("rendered_at").orderBy("id").execute();
  // A reply that was sent again has two emails: the later one says how it fared.
  const replies = new Map<string, SentReply>();
  const all: ReceivedReply[] = [];
  for (const { id, text, at, actor, return_status: status, rendered_at, ...row } of rows) {
    if (actor === "") all.push(receivedFrom({ id, text, at, ...row }));
    else replies.set(id, { id, text, at, actor, returned: status === null ? null : reasonInWords(status) });
  }
  return { replies: [...replies.values()], received: all };
}

/** What came back by email on a message, oldest first. */
export async function listReceived(db: Queries, enquiryId: string): Promise<ReceivedReply[]> {
  const rows = await db
    .selectFrom("received_replies")
    .selectAll()
    .where("enquiry_id", "=", enquiryId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map(receivedFrom);
}

type ReceivedColumns = Omit<Tables["received_replies"], "enquiry_id" | "message_id">;

function receivedFrom({ attachments, automatic, id, at, name, address, text }: ReceivedColumns): ReceivedReply {
  return { id, at, name, address, text, attachments: JSON.parse(attachments), isAutomatic: automatic === 1 };
}

/** A mail of the mailbox with the message that it answers. Null once either has been deleted. */
export async function getReceived(
  db: Queries,
  id: string,
): Promise<{ reply: ReceivedReply; enquiry: ContactMessage } | null> {
  const row = await db.selectFrom("received_replies").selectAll().where("id", "=", id).executeTakeFirst();
  const enquiry = row && (await getMessage(db, row.enquiry_id));
  return row && enquiry ? { reply: receivedFrom(row), enquiry } : null;
}

/** The Message-IDs of what both sides wrote on a message until then, oldest first. */
async function listThread(db: Queries, enquiryId: string, until: number): Promise<string[]> {
  const sent = await db
    .selectFrom("outbox")
    .innerJoin("mails", "mails.outbox_id", "outbox.id")
    .select(["message_id as id", "sent_at as at"])
    .where("subject_kind", "=", ENQUIRY)
    .where("subject_id", "=", enquiryId)
    .where("kind", "in", ["enquiry-acknowledgement", "enquiry-reply"])
    .where("sent_at", "is not", null)
    .execute();
  const received = await db
    .selectFrom("received_replies")
    .select(["message_id as id", "at"])
    .where("enquiry_id", "=", enquiryId)
    .where("at", "<=", until)
    .execute();
  const all = [...sent, ...received].toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  return all.flatMap(({ id }) => id ?? []).slice(-MOST_IN_THREAD);
}

const MOST_IN_THREAD = 20;

/** What the list shows: everything except spam, or one state. */
type MessageFilter = ContactMessageState | null;

export async function listMessages(
  db: Queries,
  { state, from, limit }: { state: MessageFilter; from: number; limit: number },
): Promise<ContactMessage[]> {
  const rows = await inState(db, state)
    .leftJoin("complaints", "complaints.enquiry_id", "enquiries.id")
    .selectAll()
    .orderBy((column) => column.case().when("state", "=", "unread").then(0).else(1).end())
    .orderBy("created_at", "desc")
    .orderBy("id")
    .offset(from)
    .limit(limit)
    .execute();
  return rows.map(messageFrom);
}

async function countMessages(db: Queries, state: MessageFilter): Promise<number> {
  return countListed(db, inState(db, state).select("id"));
}

export function selectUnread(db: Queries) {
  return selectUpTo(db, inState(db, "unread").select("id"), { most: MOST_LISTED + 1, name: "unread" });
}

export async function getMessage(db: Queries, id: string): Promise<ContactMessage | null> {
  const row = await db
    .selectFrom("enquiries")
    .leftJoin("complaints", "complaints.enquiry_id", "enquiries.id")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? messageFrom(row) : null;
}

/** Sets the state of a message. False: it does not exist, or is in that state already. */
export async function updateState(
  tx: Tx,
  { id, state, now, actor }: { id: string; state: ContactMessageState; now: number; actor: string | null },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("enquiries")
    .set({ state, state_at: now, state_by: actor })
    .where("id", "=", id)
    .where("state", "!=", state)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export async function deleteMessageRow(tx: Tx, id: string): Promise<boolean> {
  const outcome = await tx.deleteFrom("enquiries").where("id", "=", id).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

export async function insertReply(tx: Tx, { enquiryId, ...reply }: Reply & { enquiryId: string }): Promise<void> {
  await tx
    .insertInto("enquiry_replies")
    .values({ enquiry_id: enquiryId, ...reply })
    .execute();
}

export async function listReplies(db: Queries, enquiryId: string): Promise<Reply[]> {
  return db
    .selectFrom("enquiry_replies")
    .select(["id", "text", "at", "actor"])
    .where("enquiry_id", "=", enquiryId)
    .orderBy("at")
    .execute();
}

type ReplyInThread = { reply: Reply; enquiry: ContactMessage; thread: string[] };

/** A reply with the message it answers, and the emails before it. Null once either has been deleted. */
export async function getReply(db: Queries, id: string): Promise<ReplyInThread | null> {
  const row = await db.selectFrom("enquiry_replies").selectAll().where("id", "=", id).executeTakeFirst();
  const enquiry = row && (await getMessage(db, row.enquiry_id));
  if (!row || !enquiry) return null;
  const reply = { id: row.id, text: row.text, at: row.at, actor: row.actor };
  return { reply, enquiry, thread: await listThread(db, enquiry.id, row.at) };
}

function inState(db: Queries, state: MessageFilter) {
  const query = db.selectFrom("enquiries");
  return state === null ? query.where("state", "!=", "spam") : query.where("state", "=", state);
}

function messageFrom(row: Tables["enquiries"] & ComplaintColumns): ContactMessage {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    createdAt: row.created_at,
    state: isMessageState(row.state) ? row.state : "unread",
    complaint: complaintFrom(row),
    assignedTo: row.assigned_to,
  };
}
