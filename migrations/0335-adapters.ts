import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The outside systems that are plugged in and how each fares, and the messages of theirs that have had their effect. */
export const adapters: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("adapters")
    .addColumn("name", "text", (c) => c.primaryKey().notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("since", "bigint", (c) => c.notNull())
    .addColumn("fault", "text")
    .addColumn("told_at", "bigint")
    .addColumn("next_at", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("facts", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("hook_events")
    .addColumn("adapter", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("hook_events_pk", ["adapter", "id"])
    .execute();
}
