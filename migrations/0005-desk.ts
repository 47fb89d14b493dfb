import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What the practice edits beside the foundation: pictures, and a count of the saves of a therapist's hours. */
export const adminTables: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pictures")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("alt", "text", (c) => c.notNull())
    .addColumn("width", "integer", (c) => c.notNull())
    .addColumn("height", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("picture_files")
    .addColumn("picture_id", "text", (c) => c.notNull().references("pictures.id").onDelete("cascade"))
    .addColumn("width", "integer", (c) => c.notNull())
    // The one type that both engines read as bytes: SQLite takes any name, and PostgreSQL knows this one.
    .addColumn("bytes", "bytea", (c) => c.notNull())
    .addPrimaryKeyConstraint("picture_files_key", ["picture_id", "width"])
    .execute();
  await db.schema
    .alterTable("services")
    .addColumn("picture_id", "text", (c) => c.references("pictures.id"))
    .execute();
  await db.schema
    .alterTable("therapists")
    .addColumn("picture_id", "text", (c) => c.references("pictures.id"))
    .execute();
  await db.schema
    .alterTable("therapists")
    .addColumn("hours_version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
}
