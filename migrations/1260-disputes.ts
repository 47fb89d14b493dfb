import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Payments that clients' banks take back, as the provider says it, and what an owner decided about each. */
export const disputes: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("tills").addColumn("disputes_words", "text").execute();
  await db.schema
    .createTable("disputes")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("seller_id", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("ref", "text", (c) => c.notNull())
    .addColumn("page_id", "text", (c) => c.notNull())
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("due_at", "bigint")
    .addColumn("moves", "text", (c) => c.notNull())
    .addColumn("taken_pence", "integer", (c) => c.notNull())
    .addColumn("began_at", "bigint", (c) => c.notNull())
    .addColumn("ended_at", "bigint")
    .addColumn("decision", "text")
    .addColumn("decided_at", "bigint")
    .addColumn("decided_by", "text")
    .addColumn("at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("disputes_ref", ["seller_id", "provider", "ref"])
    .execute();
  await db.schema.createIndex("disputes_page").on("disputes").columns(["page_id"]).execute();
}
