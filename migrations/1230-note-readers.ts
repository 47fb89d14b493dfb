import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The colleagues whom a note's author has named as its readers. */
export const noteReaders: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("treatment_notes")
    .addColumn("readers", "text", (c) => c.notNull().defaultTo("[]"))
    .execute();
}
