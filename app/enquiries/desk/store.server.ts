import { type ComplaintColumns, complaintFrom } from "#app/enquiries/complaints/store.server.ts";
import { type Enquiry, type EnquiryState, isEnquiryState, type Reply } from "#app/enquiries/enquiry.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

/** What the list shows: everything that is not spam, or one state. */
export type EnquiryFilter = EnquiryState | null;

/** Enquiries, unread ones first, and the newest of each first. */
export async function listEnquiries(
  db: Queries,
  { state, from, limit }: { state: EnquiryFilter; from: number; limit: number },
): Promise<Enquiry[]> {
  const rows = await inState(db, state)
    .leftJoin("complaints", "complaints.enquiry_id", "enquiries.id")
    .selectAll()
    .orderBy((column) => column.case().when("state", "=", "unread").then(0).else(1).end())
    .orderBy("created_at", "desc")
    .orderBy("id")
    .offset(from)
    .limit(limit)
    .execute();
  return rows.map(enquiryFrom);
}

export async function countEnquiries(db: Queries, state: EnquiryFilter): Promise<number> {
  const row = await inState(db, state)
    .select((count) => count.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function findEnquiry(db: Queries, id: string): Promise<Enquiry | null> {
  const row = await db
    .selectFrom("enquiries")
    .leftJoin("complaints", "complaints.enquiry_id", "enquiries.id")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? enquiryFrom(row) : null;
}

/** Puts an enquiry into a state. False: there is none, or it stands there already. */
export async function updateState(
  tx: Tx,
  { id, state, now, actor }: { id: string; state: EnquiryState; now: number; actor: string },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("enquiries")
    .set({ state, state_at: now, state_by: actor })
    .where("id", "=", id)
    .where("state", "!=", state)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Removes an enquiry with what was written back. */
export async function deleteEnquiry(tx: Tx, id: string): Promise<boolean> {
  const outcome = await tx.deleteFrom("enquiries").where("id", "=", id).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

export async function insertReply(tx: Tx, { enquiryId, ...reply }: Reply & { enquiryId: string }): Promise<void> {
  await tx
    .insertInto("enquiry_replies")
    .values({ enquiry_id: enquiryId, ...reply })
    .execute();
}

/** What was written back, in order. */
export async function listReplies(db: Queries, enquiryId: string): Promise<Reply[]> {
  return db
    .selectFrom("enquiry_replies")
    .select(["id", "text", "at", "actor"])
    .where("enquiry_id", "=", enquiryId)
    .orderBy("at")
    .execute();
}

/** A reply with the enquiry it answers. Null once either has been deleted. */
export async function findReply(db: Queries, id: string): Promise<{ reply: Reply; enquiry: Enquiry } | null> {
  const row = await db.selectFrom("enquiry_replies").selectAll().where("id", "=", id).executeTakeFirst();
  const enquiry = row && (await findEnquiry(db, row.enquiry_id));
  return row && enquiry ? { reply: { id: row.id, text: row.text, at: row.at, actor: row.actor }, enquiry } : null;
}

function inState(db: Queries, state: EnquiryFilter) {
  const query = db.selectFrom("enquiries");
  return state === null ? query.where("state", "!=", "spam") : query.where("state", "=", state);
}

function enquiryFrom(row: Tables["enquiries"] & ComplaintColumns): Enquiry {
  return {
    ...{ id: row.id, firstName: row.first_name, lastName: row.last_name, email: row.email },
    ...{ subject: row.subject, message: row.message, createdAt: row.created_at },
    state: isEnquiryState(row.state) ? row.state : "unread",
    complaint: complaintFrom(row),
  };
}
