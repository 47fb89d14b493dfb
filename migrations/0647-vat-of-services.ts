import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** At which rate a registered seller sells each treatment. */
export const vatOfServices: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("services")
    .addColumn("vat", "text", (c) => c.notNull().defaultTo("standard"))
    .execute();
}
