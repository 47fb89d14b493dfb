import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Each setting as it was last saved, a second time: it is shown when the first copy can't be read. */
export const settingsLastGood: Migration = { up: addColumn };

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("settings").addColumn("last_good", "text").execute();
  await sql`update settings set last_good = value`.execute(db);
}
