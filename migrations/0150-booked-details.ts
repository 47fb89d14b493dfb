import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What a stranger typed and the practice has not judged yet, and how often a booking's link was made anew. */
export const bookedDetails: Migration = { up: addColumns };

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("appointments")
    .addColumn("details_differ", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("appointments")
    .addColumn("link_version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  // Few rows differ at any time, so this index stays small.
  await db.schema
    .createIndex("appointments_details_differ")
    .on("appointments")
    .columns(["client_id", "starts_at"])
    .where(sql<boolean>`details_differ = 1`)
    .execute();
}
