import type { Queries } from "#app/platform/database/database.server.ts";

/**
 * Of these appointments, those whose time another system keeps: changed here by their client, they would stand there as
 * before.
 */
export async function listKeptElsewhere(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("appointments")
    .select("id")
    .where("id", "in", [...ids])
    .where("source", "=", "calendly")
    .execute();
  return new Set(rows.map(({ id }) => id));
}
