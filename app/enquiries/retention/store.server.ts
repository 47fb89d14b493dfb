import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** Instants before which what came in is old, epoch ms UTC. */
type Limits = { messages: number; complaints: number };

/** Some of what came in before its limit, with the ids of what was written back. */
export async function readOld(
  db: Queries,
  { messages, complaints, most }: Limits & { most: number },
): Promise<{ enquiryIds: string[]; replyIds: string[] }> {
  const old = await db
    .selectFrom("enquiries")
    .leftJoin("complaints", "complaints.enquiry_id", "enquiries.id")
    .select("enquiries.id")
    .where((where) =>
      where.or([
        where.and([where("complaints.number", "is", null), where("enquiries.created_at", "<", messages)]),
        where("enquiries.created_at", "<", complaints),
      ]),
    )
    .limit(most)
    .execute();
  const enquiryIds = old.map(({ id }) => id);
  if (enquiryIds.length === 0) return { enquiryIds, replyIds: [] };
  const replies = await db.selectFrom("enquiry_replies").select("id").where("enquiry_id", "in", enquiryIds).execute();
  return { enquiryIds, replyIds: replies.map(({ id }) => id) };
}

/** Deletes messages with all that hangs on them. */
export async function deleteEnquiries(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("enquiries")
    .where("id", "in", [...ids])
    .execute();
}
