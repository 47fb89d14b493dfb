import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Bookings that the practice made under a rule and let stand without its payment, and why. */
export const waivedPrepayments: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waived_prepayments")
    .addColumn("appointment_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
}
