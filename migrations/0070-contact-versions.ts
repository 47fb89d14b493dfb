import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** How often the contact details of an appointment and of a client were saved: a stale edit is refused by it. */
export const contactVersions: Migration = { up: addColumns };

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("appointments")
    .addColumn("contact_version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable("clients")
    .addColumn("contact_version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
}
