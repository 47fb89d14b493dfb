import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Who was erased, by id alone: a restored backup that is older has them erased again. */
export const erasures: Migration = { up: createTable };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("erasures")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("erasures_key", ["kind", "id"])
    .execute();
}
