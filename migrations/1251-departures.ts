import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Therapists who leave, and what becomes of the health records that are theirs. */
export const departures: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("departures")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("therapist_id", "text", (c) => c.notNull().unique())
    .addColumn("begun_at", "bigint", (c) => c.notNull())
    .addColumn("notes_next", "text", (c) => c.notNull())
    .addColumn("closed_at", "bigint")
    .addColumn("key_hash", "text")
    .addColumn("taken_at", "bigint")
    .addColumn("finished_at", "bigint")
    .execute();
  await db.schema
    .createTable("departure_clients")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("departure_id", "text", (c) => c.notNull().references("departures.id"))
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("nth", "integer", (c) => c.notNull())
    .addColumn("secret_hash", "text", (c) => c.notNull())
    .addColumn("answer", "text")
    .addColumn("answered_at", "bigint")
    .addColumn("answered_by", "text")
    .addColumn("withdrawal_id", "text")
    .addColumn("hash", "text")
    .addColumn("gone_at", "bigint")
    .execute();
  await db.schema.createIndex("departure_clients_departure").on("departure_clients").column("departure_id").execute();
  await db.schema.createIndex("departure_clients_client").on("departure_clients").column("client_id").execute();
  await db.schema.createIndex("departure_clients_secret").on("departure_clients").column("secret_hash").execute();
  await db.schema.alterTable("health_withdrawals").addColumn("departure_id", "text").execute();
}
