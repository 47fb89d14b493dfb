import type { Queries } from "#app/platform/database/database.server.ts";

/** Whether a second factor was begun for this person. */
export async function hasOpenSetup(db: Queries, userId: string): Promise<boolean> {
  const row = await db.selectFrom("two_factors").select("id").where("userId", "=", userId).executeTakeFirst();
  return row !== undefined;
}
