import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Courses that are bought on the website: what was ordered, and for which client. */
export const courseOrders: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("voucher_orders").addColumn("course", "text").execute();
  await db.schema.alterTable("voucher_orders").addColumn("client_id", "text").execute();
}
