import { type Complaint, isAbout } from "#app/messages/complaint.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";

const COUNTER = "complaints";

/** The next number. Numbers of deleted complaints are never reused. */
export async function nextNumber(tx: Tx): Promise<number> {
  const { value } = await tx
    .insertInto("counters")
    .values({ name: COUNTER, value: 1 })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((fields) => ({ value: fields("counters.value", "+", 1) })),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return value;
}

export async function insertComplaint(tx: Tx, enquiryId: string, complaint: Complaint): Promise<void> {
  const { number, about, replyTo, remedy, dueDay } = complaint;
  await tx
    .insertInto("complaints")
    .values({ enquiry_id: enquiryId, number, about, reply_to: replyTo, wanted: remedy, due_day: dueDay })
    .execute();
}

/** How many complaints are open, the earliest day by which we write, and the id of one of them. */
export function selectComplaintsDue(db: Queries) {
  return db
    .selectFrom("complaints")
    .innerJoin("enquiries", "enquiries.id", "complaints.enquiry_id")
    .select((eb) => [
      eb.fn.countAll<number>().as("complaints"),
      eb.fn.min<string | null>("due_day").as("complaintDue"),
      eb.fn.min<string | null>("enquiry_id").as("complaintId"),
    ])
    .where("state", "in", ["unread", "read"]);
}

export type ComplaintColumns = {
  number: number | null;
  about: string | null;
  reply_to: string | null;
  wanted: string | null;
  due_day: string | null;
};

export function complaintFrom({ number, about, reply_to, wanted, due_day }: ComplaintColumns): Complaint | null {
  if (number === null || !isAbout(about)) return null;
  return { number, about, replyTo: reply_to ?? "", remedy: wanted ?? "", dueDay: due_day ?? "" };
}
