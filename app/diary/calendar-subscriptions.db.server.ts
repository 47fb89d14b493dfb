import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Entry } from "#app/diary/calendar-subscription.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

type StoredSubscription = { id: string; therapistId: string; at: number };

/** One for a therapist at most. */
export async function listStored(db: Queries): Promise<StoredSubscription[]> {
  const rows = await db.selectFrom("calendar_subscriptions").select(["id", "therapist_id", "at"]).execute();
  return rows.map(({ id, therapist_id, at }) => ({ id, therapistId: therapist_id, at }));
}

/** The therapist whose calendar this secret opens, by its hash. */
export async function getTherapistId(db: Queries, secretHash: string): Promise<string | null> {
  const row = await db
    .selectFrom("calendar_subscriptions")
    .select("therapist_id")
    .where("secret_hash", "=", secretHash)
    .executeTakeFirst();
  return row?.therapist_id ?? null;
}

export async function insertSubscription(
  tx: Tx,
  {
    therapistId,
    secretHash,
    ...row
  }: { id: string; therapistId: string; secretHash: string; at: number; actor: string },
): Promise<void> {
  await tx
    .insertInto("calendar_subscriptions")
    .values({ ...row, therapist_id: therapistId, secret_hash: secretHash })
    .execute();
}

/** False when there is none. */
export async function deleteSubscription(tx: Tx, therapistId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("calendar_subscriptions")
    .where("therapist_id", "=", therapistId)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** Ends the addresses that somebody made, and those of their own diary. */
export async function endSubscriptionsOf(
  tx: Tx,
  { userId, therapistId }: { userId: string; therapistId: string | null },
): Promise<void> {
  await tx
    .deleteFrom("calendar_subscriptions")
    .where((row) => row.or([row("actor", "like", `%:${userId}`), row("therapist_id", "=", therapistId ?? "")]))
    .execute();
}

export async function listEntries(db: Queries, therapistId: string, { start, end }: Interval): Promise<Entry[]> {
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "name", "starts_at", "ends_at", "status", "sequence", "updated_at"])
    .where("therapist_id", "=", therapistId)
    // A block begins a day before its appointment at most, so both ends of the index read are bounded.
    .where("block_start", ">", start - DAY_MS)
    .where("block_start", "<", end)
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where(isStanding)
    .orderBy("starts_at")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    start: row.starts_at,
    end: row.ends_at,
    status: row.status,
    sequence: row.sequence,
    changedAt: row.updated_at,
  }));
}

const DAY_MS = 86_400_000;
