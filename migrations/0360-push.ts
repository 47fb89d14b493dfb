import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The browsers that may be told of something while no page is open, and how often each outcome came. */
export const push: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("push_devices")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("session_id", "text", (c) => c.references("sessions.id").onDelete("cascade"))
    .addColumn("endpoint", "text", (c) => c.notNull().unique())
    .addColumn("p256dh", "text", (c) => c.notNull())
    .addColumn("auth", "text", (c) => c.notNull())
    .addColumn("label", "text", (c) => c.notNull())
    .addColumn("tells_practice", "integer", (c) => c.notNull())
    .addColumn("tells_reminders", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("seen_at", "bigint", (c) => c.notNull())
    .addColumn("reached_at", "bigint")
    .execute();
  await db.schema.createIndex("push_devices_user").on("push_devices").column("user_id").execute();
  await db.schema.createIndex("push_devices_session").on("push_devices").column("session_id").execute();
  await db.schema
    .createTable("push_outcomes")
    .addColumn("outcome", "text", (c) => c.primaryKey().notNull())
    .addColumn("total", "bigint", (c) => c.notNull())
    .execute();
}
