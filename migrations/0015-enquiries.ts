import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Messages through the contact form, and what the practice wrote back. */
export const enquiries: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("enquiries")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("first_name", "text", (c) => c.notNull())
    .addColumn("last_name", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("state_at", "bigint", (c) => c.notNull())
    .addColumn("state_by", "text")
    .execute();
  await db.schema.createIndex("enquiries_state").on("enquiries").columns(["state", "created_at"]).execute();
  await db.schema.createIndex("enquiries_email").on("enquiries").column("email").execute();
  await db.schema
    .createTable("enquiry_replies")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("enquiry_id", "text", (c) => c.notNull().references("enquiries.id").onDelete("cascade"))
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("enquiry_replies_enquiry").on("enquiry_replies").column("enquiry_id").execute();
}
