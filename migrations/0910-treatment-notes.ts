import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Treatment notes, what was added to them once they were locked, and who opened what of the health record. */
export const treatmentNotes: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("treatment_notes")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("appointment_id", "text", (c) => c.unique().references("appointments.id").onDelete("set null"))
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("therapist_id", "text", (c) => c.notNull())
    .addColumn("author", "text", (c) => c.notNull())
    .addColumn("shared", "integer", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("first_saved_at", "bigint", (c) => c.notNull())
    .addColumn("saved_at", "bigint", (c) => c.notNull())
    .addColumn("locks_at", "bigint", (c) => c.notNull())
    .addColumn("locked_at", "bigint")
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("chain", "text")
    .addColumn("seq", "integer")
    .addColumn("hash", "text")
    .addColumn("prev_hash", "text")
    .addUniqueConstraint("treatment_notes_chain", ["chain", "seq"])
    .execute();
  await db.schema.createIndex("treatment_notes_client").on("treatment_notes").columns(["client_id"]).execute();
  await db.schema.createIndex("treatment_notes_due").on("treatment_notes").columns(["state", "locks_at"]).execute();
  await db.schema
    .createTable("note_amendments")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("note_id", "text", (c) => c.notNull().references("treatment_notes.id").onDelete("cascade"))
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("seq", "integer", (c) => c.notNull())
    .addColumn("author", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addUniqueConstraint("note_amendments_seq", ["note_id", "seq"])
    .execute();
  await db.schema.createIndex("note_amendments_client").on("note_amendments").columns(["client_id"]).execute();
  await db.schema
    .createTable("health_access")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("what", "text", (c) => c.notNull())
    .addColumn("subject_id", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .execute();
  await db.schema.createIndex("health_access_client").on("health_access").columns(["client_id", "at"]).execute();
}
