import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The letters before a reference, as they were when it was given. The eight characters alone are unique. */
export const referencePrefixes: Migration = { up: addColumn };

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("appointments")
    .addColumn("reference_prefix", "text", (column) => column.notNull().defaultTo("LY"))
    .execute();
}
