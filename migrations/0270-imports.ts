import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Uploaded lists of clients or appointments, row by row, until they are stored or a day has passed. */
export const imports: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("imports")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('clients', 'appointments')`))
    .addColumn("state", "text", (c) => c.notNull().check(sql`state in ('reading', 'waiting', 'running', 'done')`))
    .addColumn("file_name", "text", (c) => c.notNull())
    .addColumn("headings", "text", (c) => c.notNull())
    .addColumn("choices", "text", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("total", "integer", (c) => c.notNull())
    .addColumn("added", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("known", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("refused", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("import_rows")
    .addColumn("import_id", "text", (c) => c.notNull().references("imports.id").onDelete("cascade"))
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("cells", "text", (c) => c.notNull())
    // Set once the row is refused; a stored row is deleted.
    .addColumn("reason", "text")
    .addPrimaryKeyConstraint("import_rows_key", ["import_id", "number"])
    .execute();
}
