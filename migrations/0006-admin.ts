import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What the practice keeps about an appointment, the calendar subscriptions, and the indexes its lists stand on. */
export const admin: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("attendances")
    .addColumn("appointment_id", "text", (c) =>
      c.primaryKey().notNull().references("appointments.id").onDelete("cascade"),
    )
    .addColumn("state", "text", (c) => c.notNull().check(sql`state in ('arrived', 'finished', 'missed')`))
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("appointment_notes")
    .addColumn("appointment_id", "text", (c) =>
      c.primaryKey().notNull().references("appointments.id").onDelete("cascade"),
    )
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("calendar_subscriptions")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("therapist_id", "text", (c) => c.notNull().unique().references("therapists.id").onDelete("cascade"))
    .addColumn("secret_hash", "text", (c) => c.notNull().unique())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
  await createIndexes(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  // Few rows wait at any time, so this index is small whatever the size of the table. The words are the query's.
  await sql`create index appointments_pending on appointments (starts_at)
    where lower(status) not in ('confirmed', 'cancelled')`.execute(db);
  await sql`create index appointments_name on appointments (lower(name), id)`.execute(db);
  await sql`create index appointments_email_order on appointments (lower(email), id)`.execute(db);
  await db.schema
    .createIndex("appointments_status")
    .on("appointments")
    .columns(["status", "starts_at", "id"])
    .execute();
  await db.schema.createIndex("appointments_order").on("appointments").columns(["starts_at", "id"]).execute();
}
