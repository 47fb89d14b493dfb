import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Through what an appointment was booked: `website`, `practice` or `api`. Null: booked before this was stored. */
export const bookingSources: Migration = { up: addColumn };

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("appointments").addColumn("source", "text").execute();
}
