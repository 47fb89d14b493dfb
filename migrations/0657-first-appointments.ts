import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A new client's first appointment may take longer, and what they said when they booked. */
export const firstAppointments: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("services")
    .addColumn("first_extra", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("appointments").addColumn("been_before", "text").execute();
}
