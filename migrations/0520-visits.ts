import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Where a service takes place, and where an appointment does: a row without a venue is at the practice. */
export const visits: Migration = { up: addVenues };

async function addVenues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("services")
    .addColumn("venue", "text", (column) => column.notNull().defaultTo("practice"))
    .execute();
  await db.schema.alterTable("services").addColumn("venue_name", "text").execute();
  for (const column of ["venue", "venue_name", "visit_address", "visit_postcode", "visit_access"]) {
    await db.schema.alterTable("appointments").addColumn(column, "text").execute();
  }
  // The few that have an address, for the job that drops them.
  await db.schema
    .createIndex("appointments_visits")
    .on("appointments")
    .columns(["ends_at"])
    .where(sql.ref("visit_address"), "is not", null)
    .execute();
}
