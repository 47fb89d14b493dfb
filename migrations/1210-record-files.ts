import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Pictures, letters and papers of a client's health record, sealed in pieces. */
export const recordFiles: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("record_files")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("therapist_id", "text", (c) => c.notNull())
    .addColumn("author", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("shared", "integer", (c) => c.notNull())
    .addColumn("readers", "text", (c) => c.notNull())
    .addColumn("for_client", "integer", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("added_at", "bigint", (c) => c.notNull())
    .addColumn("withdrawal_id", "text")
    .execute();
  await db.schema.createIndex("record_files_client").on("record_files").columns(["client_id", "added_at"]).execute();
  await db.schema
    .createTable("record_file_pieces")
    .addColumn("file_id", "text", (c) => c.notNull().references("record_files.id").onDelete("cascade"))
    .addColumn("nth", "integer", (c) => c.notNull())
    // The one type that both engines read as bytes.
    .addColumn("bytes", "bytea", (c) => c.notNull())
    .addPrimaryKeyConstraint("record_file_pieces_key", ["file_id", "nth"])
    .execute();
}
