import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** A consent that was taken back and not given again. `keptUntil`: the last day on which what it froze is kept. */
export type Withdrawal = { at: number; keptUntil: string };

/** Of these clients those who have withdrawn. */
export async function listWithdrawn(db: Queries, clientIds: readonly string[]): Promise<Map<string, Withdrawal>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("health_withdrawals")
    .select(["client_id", "at", "kept_until"])
    .where("client_id", "in", [...clientIds])
    .where("ended_at", "is", null)
    .orderBy("at")
    .execute();
  return new Map(rows.map(({ client_id, at, kept_until }) => [client_id, { at, keptUntil: kept_until }]));
}

/** Null: their consent stands, or was never asked. */
export async function getWithdrawal(db: Queries, clientId: string): Promise<Withdrawal | null> {
  return (await listWithdrawn(db, [clientId])).get(clientId) ?? null;
}

/** A new consent begins a new record; what the old one covered stays frozen. */
export async function endWithdrawals(tx: Tx, clientId: string, now: number): Promise<void> {
  await tx
    .updateTable("health_withdrawals")
    .set({ ended_at: now })
    .where("client_id", "=", clientId)
    .where("ended_at", "is", null)
    .execute();
}
