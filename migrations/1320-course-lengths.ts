import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** How many months a course pays once it is sold; null: as the settings say. */
export const courseLengths: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("products").addColumn("months", "integer").execute();
}
