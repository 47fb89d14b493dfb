import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What was paid for in the system before this one: shown as imported, outside the ledger. */
export const movedInMoney: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("imported_prices")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("pence", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("imported_prices_client").on("imported_prices").columns(["client_id"]).execute();
}
