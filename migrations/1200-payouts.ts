import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What providers sent to sellers' banks, line by line, and when each is read next. */
export const payouts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("tills").addColumn("payouts_at", "bigint").execute();
  await db.schema.alterTable("tills").addColumn("payouts_words", "text").execute();
  await db.schema
    .createTable("payouts")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("seller_id", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("ref", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("has_failed", "integer", (c) => c.notNull())
    .addColumn("has_lines", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("payouts_ref", ["seller_id", "provider", "ref"])
    .execute();
  await db.schema.createIndex("payouts_day").on("payouts").columns(["seller_id", "day"]).execute();
  await db.schema
    .createTable("payout_lines")
    .addColumn("payout_id", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("line", "text", (c) => c.notNull())
    .addColumn("ref", "text")
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("fee_pence", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("payout_lines_key", ["payout_id", "id"])
    .execute();
  await db.schema.createIndex("payout_lines_ref").on("payout_lines").columns(["ref"]).execute();
}
