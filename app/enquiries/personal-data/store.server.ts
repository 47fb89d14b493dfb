import { sql } from "kysely";
import type { ComplaintColumns } from "#app/enquiries/complaints/store.server.ts";
import { listReplies } from "#app/enquiries/desk/store.server.ts";
import type { Reply } from "#app/enquiries/enquiry.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

/** A message, what it has as a complaint, and what was written back. */
export type Correspondence = Tables["enquiries"] & ComplaintColumns & { replies: Reply[] };

/** What came in from these addresses (in lower case), the oldest first. */
export async function readCorrespondence(db: Queries, addresses: readonly string[]): Promise<Correspondence[]> {
  const letters: Correspondence[] = [];
  for (const letter of await lettersFrom(db, addresses)) {
    letters.push({ ...letter, replies: await listReplies(db, letter.id) });
  }
  return letters;
}

/** Deletes what came in from these addresses, with the replies. The ids of the messages. */
export async function deleteCorrespondence(tx: Tx, addresses: readonly string[]): Promise<string[]> {
  const ids = (await lettersFrom(tx, addresses)).map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("enquiries").where("id", "in", ids).execute();
  return ids;
}

async function lettersFrom(
  db: Queries,
  addresses: readonly string[],
): Promise<(Tables["enquiries"] & ComplaintColumns)[]> {
  if (addresses.length === 0) return [];
  return db
    .selectFrom("enquiries")
    .leftJoin("complaints", "complaints.enquiry_id", "enquiries.id")
    .selectAll("enquiries")
    .select(["number", "about", "reply_to", "wanted", "due_day"])
    .where(sql<string>`lower(email)`, "in", [...addresses])
    .orderBy("created_at")
    .execute();
}
