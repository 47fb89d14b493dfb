import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Every page of the practice asks who its admins are, among all who have an account. */
export const usersByRole: Migration = { up: createIndex };

async function createIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("users_role").on("users").column("role").execute();
}
