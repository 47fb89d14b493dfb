import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What is moved in from a Firebase project: how its passwords are hashed, and what became of each of its records. */
export const firebase: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("foreign_hash_keys")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("signer_key", "text", (c) => c.notNull())
    .addColumn("separator", "text", (c) => c.notNull())
    .addColumn("rounds", "integer", (c) => c.notNull())
    .addColumn("mem_cost", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("firebase_records")
    // `users/<id>`, `appointments/<id>`, and `profiles/<id>` until the user is read.
    .addColumn("source", "text", (c) => c.primaryKey().notNull())
    .addColumn("outcome", "text", (c) =>
      c.notNull().check(sql`outcome in ('waiting', 'done', 'matched', 'review', 'skipped')`),
    )
    .addColumn("reason", "text")
    // As it stood in the export; null once it is stored or left out.
    .addColumn("raw", "text")
    .addColumn("user_id", "text")
    .addColumn("appointment_id", "text")
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("firebase_records_outcome").on("firebase_records").columns(["outcome", "at"]).execute();
  await db.schema.createIndex("firebase_records_user").on("firebase_records").column("user_id").execute();
}
