import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Until when the practice has lifted what makes a client pay when they book. */
export const prepayLifts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("prepay_lifts")
    .addColumn("client_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
}
