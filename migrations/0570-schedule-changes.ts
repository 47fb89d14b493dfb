import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What each change of the schedule freed and took, for the rooms above it. Ids and times only, for 30 days. */
export const scheduleChanges: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("schedule_changes")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("cause", "text", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("appointment_id", "text")
    .addColumn("freed_therapist_id", "text")
    .addColumn("freed_start", "bigint")
    .addColumn("freed_end", "bigint")
    .addColumn("taken_therapist_id", "text")
    .addColumn("taken_start", "bigint")
    .addColumn("taken_end", "bigint")
    .execute();
  await db.schema.createIndex("schedule_changes_at").on("schedule_changes").column("at").execute();
}
