import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What therapists ask to be off, until an owner confirms or declines it. */
export const timeOffRequests: Migration = { up: createTable };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("time_off_requests")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id").onDelete("cascade"))
    .addColumn("asked_by", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("asked_at", "bigint", (c) => c.notNull())
    .addColumn("first_day", "text", (c) => c.notNull())
    .addColumn("last_day", "text", (c) => c.notNull())
    .addColumn("from_minute", "integer")
    .addColumn("to_minute", "integer")
    .addColumn("reason", "text")
    .addColumn("public_note", "text")
    .addColumn("state", "text", (c) => c.notNull().check(sql`state in ('open', 'confirmed', 'declined', 'withdrawn')`))
    .addColumn("answered_at", "bigint")
    .addColumn("answered_by", "text")
    // Why it was declined.
    .addColumn("answer", "text")
    .execute();
  await db.schema
    .createIndex("time_off_requests_state")
    .on("time_off_requests")
    .columns(["state", "last_day"])
    .execute();
}
