import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Forms that were filled in on paper and typed in. */
export const paperHealthForms: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("health_answers").addColumn("paper_on", "text").execute();
  await db.schema.alterTable("health_answers").addColumn("typed_by", "text").execute();
  await db.schema.alterTable("health_answers").addColumn("typed_at", "bigint").execute();
}
