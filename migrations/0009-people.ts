import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** One record for each person who books, what the practice notes about them, and who may no longer sign in. */
export const people: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await createClients(db);
  await createNotes(db);
  await linkAppointments(db);
  await db.schema
    .createTable("disabled_users")
    .addColumn("user_id", "text", (c) => c.primaryKey().notNull().references("users.id").onDelete("cascade"))
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
}

async function createClients(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("clients")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("name", "text")
    .addColumn("email", "text")
    .addColumn("phone", "text")
    // The folded name, then every address and number: what a search looks through, and the order by name.
    .addColumn("search", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("booked_at", "bigint", (c) => c.notNull())
    .addColumn("erased_at", "bigint")
    .execute();
  await db.schema.createIndex("clients_search").on("clients").columns(["search", "id"]).execute();
  await db.schema.createIndex("clients_booked_at").on("clients").columns(["booked_at", "id"]).execute();
  await db.schema.createIndex("clients_created_at").on("clients").columns(["created_at", "id"]).execute();
  await db.schema
    .createTable("client_keys")
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('account', 'email', 'phone')`))
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("client_keys_key", ["kind", "value"])
    .execute();
  await db.schema.createIndex("client_keys_client").on("client_keys").column("client_id").execute();
}

async function createNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("client_notes")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id").onDelete("cascade"))
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("author", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("client_notes_client").on("client_notes").columns(["client_id", "at"]).execute();
}

async function linkAppointments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("appointments")
    .addColumn("client_id", "text", (c) => c.references("clients.id"))
    .execute();
  await db.schema.createIndex("appointments_client").on("appointments").columns(["client_id", "starts_at"]).execute();
  // Empty but for a moment after an import: those are the ones that wait for their client.
  await db.schema
    .createIndex("appointments_unlinked")
    .on("appointments")
    .columns(["created_at", "id"])
    .where(sql.ref("client_id"), "is", null)
    .execute();
}
