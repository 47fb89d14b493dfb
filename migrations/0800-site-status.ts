import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What the site last found out about itself, a row a line of the status page, and its errors of the last week. */
export const siteStatus: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("site_status")
    .addColumn("line", "text", (c) => c.primaryKey().notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("figure", "bigint")
    .addColumn("since", "bigint", (c) => c.notNull())
    .addColumn("checked_at", "bigint", (c) => c.notNull())
    .addColumn("notified_at", "bigint")
    .execute();
  await db.schema
    .createTable("site_errors")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("request_id", "text")
    .execute();
  await db.schema.createIndex("site_errors_at").on("site_errors").column("at").execute();
}
