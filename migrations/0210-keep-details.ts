import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A telephone number of an account, and the mailed links that make an account of a guest's booking. */
export const keepDetails: Migration = { up: createTable };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("phone", "text").execute();
  await db.schema
    .createTable("account_offers")
    .addColumn("appointment_id", "text", (c) =>
      c.primaryKey().notNull().references("appointments.id").onDelete("cascade"),
    )
    .addColumn("secret_hash", "text", (c) => c.notNull().unique())
    .addColumn("link_version", "integer", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
}
