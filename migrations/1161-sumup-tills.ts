import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The account's own code, which SumUp asks for beside the key. */
export const sumupTills: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("tills").addColumn("merchant", "text").execute();
}
