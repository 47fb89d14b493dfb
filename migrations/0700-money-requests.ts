import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What somebody asks an owner to give back or write off, as it is more than they may themselves. */
export const moneyRequests: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("money_requests")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text")
    .addColumn("appointment_id", "text")
    .addColumn("command", "text", (c) => c.notNull())
    .addColumn("facts", "text", (c) => c.notNull())
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("decided_at", "bigint")
    .addColumn("decided_by", "text")
    .execute();
  await db.schema.createIndex("money_requests_client").on("money_requests").columns(["client_id"]).execute();
}
