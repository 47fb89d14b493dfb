import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Uploaded films, and since when nothing has shown a picture or a film any more: then it is removed. */
export const films: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("films")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("format", "text", (c) => c.notNull().check(sql`format in ('mp4', 'webm')`))
    .addColumn("size", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("unused_since", "bigint")
    .execute();
  // In parts of one size: a player asks for a few of them at a time.
  await db.schema
    .createTable("film_parts")
    .addColumn("film_id", "text", (c) => c.notNull().references("films.id").onDelete("cascade"))
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("bytes", "bytea", (c) => c.notNull())
    .addPrimaryKeyConstraint("film_parts_key", ["film_id", "number"])
    .execute();
  await db.schema.alterTable("pictures").addColumn("unused_since", "bigint").execute();
  // Those that were replaced before anybody kept count.
  await sql`
    update pictures set unused_since = created_at
    where id not in (select picture_id from services where picture_id is not null)
      and id not in (select picture_id from therapists where picture_id is not null)`.execute(db);
}
