import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A picture's file may be a PNG or an SVG: a logo keeps its edges. */
export const pictureFileTypes: Migration = { up: addColumn };

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("picture_files")
    .addColumn("type", "text", (c) => c.notNull().defaultTo("webp"))
    .execute();
}
