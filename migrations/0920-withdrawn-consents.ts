import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Consents that clients took back, and which of their records are frozen by that. */
export const withdrawnConsents: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("health_withdrawals")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("kept_until", "text", (c) => c.notNull())
    .addColumn("ended_at", "bigint")
    .execute();
  await db.schema.createIndex("health_withdrawals_client").on("health_withdrawals").column("client_id").execute();
  await db.schema.createIndex("health_withdrawals_due").on("health_withdrawals").column("kept_until").execute();
  await db.schema.alterTable("health_answers").addColumn("withdrawal_id", "text").execute();
  await db.schema.alterTable("treatment_notes").addColumn("withdrawal_id", "text").execute();
}
