import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Health forms that are not sent yet, each sealed by a secret that only the browser has which began it. */
export const healthFormDrafts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("health_drafts")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("appointment_id", "text", (c) => c.notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id").onDelete("cascade"))
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("saved_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("health_drafts_appointment").on("health_drafts").column("appointment_id").execute();
  await db.schema.createIndex("health_drafts_client").on("health_drafts").column("client_id").execute();
}
