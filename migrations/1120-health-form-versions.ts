import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The practice's own questions: every version that was in use, and the one that an owner is working on. */
export const healthFormVersions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("health_forms")
    .addColumn("version", "integer", (c) => c.primaryKey().notNull())
    .addColumn("questions", "text", (c) => c.notNull())
    .addColumn("used_from", "bigint", (c) => c.notNull())
    .addColumn("signed_by", "text")
    .addColumn("signed_at", "bigint")
    .execute();
  await db.schema
    .createTable("health_form_draft")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("questions", "text")
    .addColumn("revision", "integer", (c) => c.notNull())
    .execute();
}
