import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What the pages say, where the practice has changed it. */
export const content: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("page_words")
    .addColumn("page", "text", (c) => c.primaryKey().notNull())
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
}
