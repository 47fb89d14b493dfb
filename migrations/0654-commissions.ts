import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What each therapist earns of what their clients pay, and the rent of those who sell their treatments themselves. */
export const commissions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("therapist_sales").addColumn("commission", "integer").execute();
  await db.schema
    .alterTable("therapist_sales")
    .addColumn("commissions", "text", (c) => c.notNull().defaultTo("{}"))
    .execute();
  await db.schema.alterTable("therapist_sales").addColumn("rent_pence", "integer").execute();
}
