import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The notice that a client read where something was paid at booking, in minutes; null: it was the practice's. */
export const prepaymentNotice: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("prepayments").addColumn("notice", "integer").execute();
}
