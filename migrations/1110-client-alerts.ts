import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What must not be overlooked when a client is treated, sealed. `wording`: what the client agreed to. */
export const clientAlerts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("client_alerts")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id").onDelete("cascade"))
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("wording", "text", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("client_alerts_client").on("client_alerts").column("client_id").execute();
}
