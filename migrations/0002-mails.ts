import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What was mailed, readable later; and who cancelled an appointment, when and why. */
export const mails: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mails")
    .addColumn("outbox_id", "text", (c) => c.primaryKey().notNull().references("outbox.id").onDelete("cascade"))
    .addColumn("message_id", "text", (c) => c.notNull())
    .addColumn("sender", "text", (c) => c.notNull())
    .addColumn("recipient", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("body_text", "text", (c) => c.notNull())
    .addColumn("body_html", "text", (c) => c.notNull())
    .addColumn("calendar", "text")
    .addColumn("rendered_at", "bigint", (c) => c.notNull())
    .addColumn("sent_at", "bigint")
    .execute();
  await db.schema
    .createTable("cancellations")
    .addColumn("appointment_id", "text", (c) =>
      c.primaryKey().notNull().references("appointments.id").onDelete("cascade"),
    )
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .execute();
  await db.schema.createIndex("outbox_created_at").on("outbox").column("created_at").execute();
}
