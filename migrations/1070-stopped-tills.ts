import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Since when a provider does not do what is asked, since when nobody is asked to pay there, and when it is tried next. */
export const stoppedTills: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("tills").addColumn("failing_since", "bigint").execute();
  await db.schema.alterTable("tills").addColumn("stopped_at", "bigint").execute();
  await db.schema.alterTable("tills").addColumn("try_at", "bigint").execute();
}
