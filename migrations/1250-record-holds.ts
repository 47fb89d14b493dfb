import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The clients whose health record is not destroyed, whatever its day, while a claim is open. */
export const recordHolds: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("record_holds")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("since", "bigint", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("record_holds_client").on("record_holds").column("client_id").execute();
}
