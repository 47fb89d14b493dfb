import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The ground: catalogue, hours, appointments and their claims, outbox, audit, settings. */
export const foundation: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await createCatalogue(db);
  await createHours(db);
  await createAppointments(db);
  await createLedgers(db);
}

async function createCatalogue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("therapists")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("bio", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("active", "integer", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("services")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("category", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("summary", "text", (c) => c.notNull())
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("buffer_before", "integer", (c) => c.notNull())
    .addColumn("buffer_after", "integer", (c) => c.notNull())
    .addColumn("booking", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("active", "integer", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addCheckConstraint("services_buffers", sql`buffer_before >= 0 and buffer_after >= 0`)
    .execute();
  await db.schema
    .createTable("service_lengths")
    .addColumn("service_id", "text", (c) => c.notNull().references("services.id").onDelete("cascade"))
    .addColumn("minutes", "integer", (c) => c.notNull())
    .addColumn("price_pence", "integer", (c) => c.notNull())
    .addColumn("label", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("service_lengths_key", ["service_id", "minutes"])
    .addCheckConstraint("service_lengths_whole", sql`minutes > 0 and minutes % 5 = 0 and price_pence >= 0`)
    .execute();
  await db.schema
    .createTable("service_therapists")
    .addColumn("service_id", "text", (c) => c.notNull().references("services.id").onDelete("cascade"))
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("service_therapists_key", ["service_id", "therapist_id"])
    .execute();
}

async function createHours(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("working_hours")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id").onDelete("cascade"))
    .addColumn("weekday", "integer", (c) => c.notNull())
    .addColumn("from_minute", "integer", (c) => c.notNull())
    .addColumn("to_minute", "integer", (c) => c.notNull())
    .addCheckConstraint("working_hours_weekday", sql`weekday between 1 and 7`)
    .addCheckConstraint("working_hours_range", sql`0 <= from_minute and from_minute < to_minute and to_minute <= 1440`)
    .execute();
  await db.schema.createIndex("working_hours_therapist").on("working_hours").column("therapist_id").execute();
  await db.schema
    .createTable("day_exceptions")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("therapist_id", "text", (c) => c.references("therapists.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('closure', 'opening')`))
    .addColumn("first_day", "text", (c) => c.notNull())
    .addColumn("last_day", "text", (c) => c.notNull())
    .addColumn("from_minute", "integer")
    .addColumn("to_minute", "integer")
    .addColumn("reason", "text")
    .addCheckConstraint("day_exceptions_days", sql`first_day <= last_day`)
    .execute();
  await db.schema.createIndex("day_exceptions_last_day").on("day_exceptions").column("last_day").execute();
}

async function createAppointments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("appointments")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("reference", "text", (c) => c.notNull().unique())
    .addColumn("service_id", "text", (c) => c.notNull().references("services.id"))
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id"))
    .addColumn("service_title", "text", (c) => c.notNull())
    .addColumn("minutes", "integer", (c) => c.notNull())
    .addColumn("price_pence", "integer", (c) => c.notNull())
    .addColumn("starts_at", "bigint", (c) => c.notNull())
    .addColumn("ends_at", "bigint", (c) => c.notNull())
    .addColumn("block_start", "bigint", (c) => c.notNull())
    .addColumn("block_end", "bigint", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("name", "text")
    .addColumn("phone", "text")
    .addColumn("email", "text")
    .addColumn("user_id", "text")
    .addColumn("idempotency_key", "text", (c) => c.unique())
    .addColumn("manage_hash", "text", (c) => c.notNull().unique())
    .addColumn("sequence", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addCheckConstraint(
      "appointments_order",
      sql`block_start <= starts_at and starts_at < ends_at and ends_at <= block_end`,
    )
    // Lets a range read stop 24 hours before the asked range: flat at a million rows.
    .addCheckConstraint("appointments_block_length", sql`block_end - block_start <= 86400000`)
    .execute();
  await db.schema
    .createIndex("appointments_therapist_block")
    .on("appointments")
    .columns(["therapist_id", "block_start"])
    .execute();
  await db.schema.createIndex("appointments_starts_at").on("appointments").column("starts_at").execute();
  await db.schema.createIndex("appointments_email").on("appointments").column("email").execute();
  await db.schema.createIndex("appointments_user").on("appointments").column("user_id").execute();
  await db.schema
    .createTable("appointment_claims")
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id"))
    .addColumn("quantum", "integer", (c) => c.notNull())
    .addColumn("appointment_id", "text", (c) => c.notNull().references("appointments.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("appointment_claims_key", ["therapist_id", "quantum"])
    .execute();
  await db.schema
    .createIndex("appointment_claims_appointment")
    .on("appointment_claims")
    .column("appointment_id")
    .execute();
}

async function createLedgers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("outbox")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("run_at", "bigint", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("claimed_until", "bigint", (c) => c.notNull())
    .addColumn("claimed_by", "text")
    .addColumn("done_at", "bigint")
    .addColumn("failed_at", "bigint")
    .addColumn("last_error", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("outbox_due")
    .on("outbox")
    .columns(["run_at", "id"])
    .where(sql.ref("done_at"), "is", null)
    .execute();
  await db.schema
    .createTable("audit")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("subject_kind", "text", (c) => c.notNull())
    .addColumn("subject_id", "text", (c) => c.notNull())
    .addColumn("detail", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("audit_at").on("audit").column("at").execute();
  await db.schema.createIndex("audit_subject").on("audit").columns(["subject_kind", "subject_id"]).execute();
  await db.schema
    .createTable("settings")
    .addColumn("key", "text", (c) => c.primaryKey().notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("rate_limits")
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("window_start", "bigint", (c) => c.notNull())
    .addColumn("hits", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("rate_limits_key", ["key", "window_start"])
    .execute();
}
