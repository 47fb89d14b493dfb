import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Notes and forms from another system, beside our own notes, and the imports that bring them. */
export const movedInNotes: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("treatment_notes").addColumn("source", "text").execute();
  await db.schema.alterTable("treatment_notes").addColumn("import_id", "text").execute();
  await db.schema.createIndex("treatment_notes_source").on("treatment_notes").column("source").unique().execute();
  await db.schema.createIndex("treatment_notes_import").on("treatment_notes").column("import_id").execute();
  await db.schema
    .createTable("cliniko_imports")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("shard", "text", (c) => c.notNull())
    .addColumn("key_sealed", "text")
    .addColumn("contact", "text", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("cursor", "text", (c) => c.notNull())
    .addColumn("stores", "integer", (c) => c.notNull())
    .addColumn("counts", "text", (c) => c.notNull())
    .addColumn("resume_at", "bigint", (c) => c.notNull())
    .addColumn("failures", "integer", (c) => c.notNull())
    .addColumn("fault", "text")
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "bigint", (c) => c.notNull())
    .addColumn("digest", "text")
    .execute();
  await db.schema
    .createTable("cliniko_patients")
    .addColumn("import_id", "text", (c) => c.notNull().references("cliniko_imports.id").onDelete("cascade"))
    .addColumn("patient_id", "text", (c) => c.notNull())
    .addColumn("client_id", "text")
    .addColumn("reason", "text")
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("records", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("cliniko_patients_key", ["import_id", "patient_id"])
    .execute();
  await db.schema.createIndex("cliniko_patients_client").on("cliniko_patients").column("client_id").execute();
}
