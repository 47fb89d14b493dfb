import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** Messages from before these instants are old, epoch ms UTC. */
type Limits = { messages: number; complaints: number };

/** The ids of some messages from before their limit. */
export async function listOld(
  db: Queries,
  { messages, complaints, most }: Limits & { most: number },
): Promise<string[]> {
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
  return old.map(({ id }) => id);
}

export async function deleteMessages(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("enquiries")
    .where("id", "in", [...ids])
    .execute();
}
