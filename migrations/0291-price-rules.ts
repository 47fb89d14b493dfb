import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** A length's price from a day on, of one therapist, or both. `service_lengths` holds everybody's price of today. */
export const priceRules: Migration = { up: createTable };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("price_rules")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("service_id", "text", (c) => c.notNull().references("services.id").onDelete("cascade"))
    .addColumn("minutes", "integer", (c) => c.notNull())
    .addColumn("therapist_id", "text", (c) => c.references("therapists.id").onDelete("cascade"))
    .addColumn("from_day", "text")
    .addColumn("price_pence", "integer", (c) => c.notNull())
    .addCheckConstraint("price_rules_price", sql`price_pence >= 0`)
    .addCheckConstraint("price_rules_narrow", sql`therapist_id is not null or from_day is not null`)
    .execute();
  await db.schema.createIndex("price_rules_length").on("price_rules").columns(["service_id", "minutes"]).execute();
}
