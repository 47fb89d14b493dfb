import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Files from another system, sealed while they wait to come into records, and the imports that bring them. */
export const filesPerClient: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("record_files").addColumn("import_id", "text").execute();
  await db.schema.createIndex("record_files_import").on("record_files").column("import_id").execute();
  await db.schema
    .createTable("file_imports")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("key_sealed", "text")
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("counts", "text", (c) => c.notNull())
    .addColumn("digest", "text")
    .execute();
  await db.schema
    .createTable("file_import_rows")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("import_id", "text", (c) => c.notNull().references("file_imports.id").onDelete("cascade"))
    .addColumn("nth", "integer", (c) => c.notNull())
    .addColumn("client_id", "text")
    .addColumn("found", "text", (c) => c.notNull())
    .addColumn("candidates", "text", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("file_import_rows_import").on("file_import_rows").columns(["import_id", "nth"]).execute();
  await db.schema.createIndex("file_import_rows_client").on("file_import_rows").column("client_id").execute();
  await db.schema
    .createTable("file_import_pieces")
    .addColumn("file_id", "text", (c) => c.notNull().references("file_import_rows.id").onDelete("cascade"))
    .addColumn("nth", "integer", (c) => c.notNull())
    .addColumn("bytes", "bytea", (c) => c.notNull())
    .addPrimaryKeyConstraint("file_import_pieces_key", ["file_id", "nth"])
    .execute();
}
