import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Records that end: what is destroyed within a month, and a key of its own for what a withdrawal or an erasure froze. */
export const keepingRecords: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("record_keys").addColumn("withdrawal_id", "text").execute();
  await sql`
    update record_keys set withdrawal_id = (
      select max(health_withdrawals.id) from health_withdrawals
      where health_withdrawals.client_id = record_keys.client_id and health_withdrawals.ended_at is null
    )`.execute(db);
  await db.schema.alterTable("health_withdrawals").addColumn("person", "text").execute();
  await db.schema.alterTable("erasures").addColumn("kept_until", "text").execute();
  await db.schema
    .createTable("record_ends")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id").onDelete("cascade"))
    .addColumn("kept_until", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("listed_on", "text", (c) => c.notNull())
    .addColumn("ends_on", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("record_ends_client").on("record_ends").column("client_id").execute();
}
