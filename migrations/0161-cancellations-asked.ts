import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Who wanted a cancellation, beside who entered it. Null: before this was asked. */
export const cancellationsAsked: Migration = { up: addColumn };

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("cancellations")
    .addColumn("asked_by", "text", (c) => c.check(sql`asked_by in ('client', 'practice')`))
    .execute();
}
