import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Calendars that therapists have elsewhere, the times at which those are busy, and what a feed of ours shows. */
export const calendars: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("calendar_links")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("added_at", "bigint", (c) => c.notNull())
    .addColumn("added_by", "text", (c) => c.notNull())
    .addColumn("next_at", "bigint", (c) => c.notNull())
    .addColumn("read_at", "bigint", (c) => c.notNull())
    .addColumn("etag", "text")
    .addColumn("read_as", "text", (c) => c.notNull())
    .addColumn("read_until", "bigint", (c) => c.notNull())
    .addColumn("events", "integer", (c) => c.notNull())
    .addColumn("skipped", "integer", (c) => c.notNull())
    .addColumn("fault", "text")
    .addColumn("fault_since", "bigint")
    .addColumn("closes_after", "integer")
    .addColumn("is_closed", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("calendar_links_therapist").on("calendar_links").column("therapist_id").execute();
  await db.schema
    .createTable("busy_times")
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id").onDelete("cascade"))
    .addColumn("block_start", "bigint", (c) => c.notNull())
    .addColumn("block_end", "bigint", (c) => c.notNull())
    .addColumn("link_id", "text", (c) => c.notNull().references("calendar_links.id").onDelete("cascade"))
    .addColumn("elsewhere", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("busy_times_key", ["therapist_id", "block_start", "link_id", "elsewhere"])
    .execute();
  await db.schema.createIndex("busy_times_link").on("busy_times").column("link_id").execute();
  await db.schema
    .alterTable("calendar_subscriptions")
    .addColumn("shows", "text", (c) => c.notNull().defaultTo("names"))
    .execute();
}
