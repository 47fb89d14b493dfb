import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Money at booking: what a hold waits for, a link for a part of the price, and what its client read and agreed to. */
export const prepayments: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("booking_holds")
    .addColumn("pays", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("pay_links").addColumn("pence", "integer").execute();
  await db.schema
    .createTable("prepayments")
    .addColumn("appointment_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("link_id", "text", (c) => c.notNull().unique())
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("request", "text")
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("prepayments_state").on("prepayments").columns(["state"]).execute();
}
