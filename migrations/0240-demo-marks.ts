import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What belongs to the demo practice's invented life: it gets no mail, and one press removes it. */
export const demoMarks: Migration = { up: createTable };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("demo_marks")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("demo_marks_key", ["kind", "id"])
    .execute();
}
