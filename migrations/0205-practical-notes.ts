import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What a client says with a booking: "I come by wheelchair", 300 characters at most. */
export const practicalNotes: Migration = { up: addColumn };

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("appointments").addColumn("practical_note", "text").execute();
}
