import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The keys of health records. A client has several only after two records were merged. */
export const recordKeys: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("record_keys")
    .addColumn("key_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("wrapped", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("record_keys_client").on("record_keys").column("client_id").execute();
}
