import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A till's card reader, and which payments were made on one. */
export const cardReaders: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("tills").addColumn("reader_id", "text").execute();
  await db.schema.alterTable("tills").addColumn("reader_name", "text").execute();
  await db.schema.alterTable("pay_pages").addColumn("reader_id", "text").execute();
}
