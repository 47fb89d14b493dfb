import { type ComplaintColumns, complaintFrom } from "#app/messages/complaints.db.server.ts";
import {
  type ContactMessage,
  type ContactMessageState,
  isMessageState,
  type Reply,
} from "#app/messages/contact-message.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { countListed, selectUpTo } from "#app/platform/database/count-listed.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { may } from "#app/platform/permissions.ts";

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

export type BoardMessage = ContactMessage & { assignee: string | null };

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
      .where("state", "in", states)
      .orderBy((order) => order.case().when("state", "=", "unread").then(0).else(1).end())
      .orderBy("enquiries.created_at", "desc")
      .orderBy("enquiries.id")
      .limit(limit)
      .execute();
    return rows.map(({ assignee, ...row }) => ({ ...messageFrom(row), assignee }));
  };
  return {
    open: await column(["unread", "read"], ENQUIRIES_A_PAGE),
    waiting: await column(["waiting"], ENQUIRIES_A_PAGE),
    done: await column(["done"], LATEST_DONE),
  };
}

/** One message with its replies. Null: it does not exist, or the actor is not an admin. */
export async function getMessageView(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ enquiry: ContactMessage; replies: Reply[] } | null> {
  if (!may(actor, "see", "messages")) return null;
  const enquiry = await getMessage(app.db.kysely, id);
  return enquiry && { enquiry, replies: await listReplies(app.db.kysely, id) };
}

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
  { id, state, now, actor }: { id: string; state: ContactMessageState; now: number; actor: string },
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

/** A reply with the message it answers. Null once either has been deleted. */
export async function getReply(db: Queries, id: string): Promise<{ reply: Reply; enquiry: ContactMessage } | null> {
  const row = await db.selectFrom("enquiry_replies").selectAll().where("id", "=", id).executeTakeFirst();
  const enquiry = row && (await getMessage(db, row.enquiry_id));
  return row && enquiry ? { reply: { id: row.id, text: row.text, at: row.at, actor: row.actor }, enquiry } : null;
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
