import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** Reads and locks an address's recent mails (JSON) for this transaction. */
export async function holdRecent(tx: Tx, { hash, now }: { hash: string; now: number }): Promise<string> {
  const { recent } = await tx
    .insertInto("mail_allowances")
    .values({ recipient_hash: hash, recent: "[]", touched_at: now })
    .onConflict((conflict) => conflict.column("recipient_hash").doUpdateSet({ touched_at: now }))
    .returning("recent")
    .executeTakeFirstOrThrow();
  return recent;
}

export async function writeRecent(
  tx: Tx,
  { hash, recent, now }: { hash: string; recent: string; now: number },
): Promise<void> {
  await tx.updateTable("mail_allowances").set({ recent, touched_at: now }).where("recipient_hash", "=", hash).execute();
}

export async function removeUntouched(db: Queries, before: number): Promise<void> {
  await db.deleteFrom("mail_allowances").where("touched_at", "<=", before).execute();
}
