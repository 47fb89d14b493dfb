import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** Takes the waiting lines of the daily mail that are due, or were written until then. Each is taken once. */
export async function takeLines(tx: Tx, { now, until }: { now: number; until: number }): Promise<string[]> {
  const rows = await tx
    .updateTable("outbox")
    .set({ done_at: now })
    .where("channel", "=", "daily")
    .where("done_at", "is", null)
    .where((line) => line.or([line("run_at", "<=", now), line("created_at", "<=", until)]))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasLines(db: Queries, { now, until }: { now: number; until: number }): Promise<boolean> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where("channel", "=", "daily")
    .where("done_at", "is", null)
    .where((line) => line.or([line("run_at", "<=", now), line("created_at", "<=", until)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What was taken, oldest first; a line whose record was deleted since is not there. */
export async function listLines(db: Queries, ids: readonly string[]): Promise<{ kind: string; data: unknown }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("outbox")
    .select(["kind", "data"])
    .where("id", "in", [...ids])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ kind, data }) => ({ kind, data: JSON.parse(data) }));
}
