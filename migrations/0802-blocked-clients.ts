import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Who books nothing online any more, since when, and the reason, which the team alone reads. */
export const blockedClients: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("clients").addColumn("blocked_at", "bigint").execute();
  await db.schema.alterTable("clients").addColumn("blocked_reason", "text").execute();
}
