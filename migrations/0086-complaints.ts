import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Complaints beside the message that each came as; and what makes a form sent twice one message. */
export const complaints: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("enquiries").addColumn("idempotency_key", "text").execute();
  await db.schema.createIndex("enquiries_idempotency").unique().on("enquiries").columns(["idempotency_key"]).execute();
  await db.schema
    .createTable("complaints")
    .addColumn("enquiry_id", "text", (c) => c.primaryKey().notNull().references("enquiries.id").onDelete("cascade"))
    .addColumn("number", "integer", (c) => c.notNull().unique())
    .addColumn("about", "text", (c) => c.notNull())
    .addColumn("reply_to", "text", (c) => c.notNull())
    .addColumn("wanted", "text", (c) => c.notNull())
    .addColumn("due_day", "text", (c) => c.notNull())
    .execute();
  // A row of its own and no sequence: it travels with a backup and to the other engine, and never goes back.
  await db.schema
    .createTable("counters")
    .addColumn("name", "text", (c) => c.primaryKey().notNull())
    .addColumn("value", "integer", (c) => c.notNull())
    .execute();
}
