import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Vouchers that are bought on the website: what was ordered, for whom, and what became of it. */
export const voucherOrders: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("voucher_orders")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("link_id", "text", (c) => c.notNull().unique())
    .addColumn("seller_id", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull().unique())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("buyer_name", "text", (c) => c.notNull())
    .addColumn("buyer_email", "text", (c) => c.notNull())
    .addColumn("recipient_name", "text", (c) => c.notNull())
    .addColumn("recipient_email", "text")
    .addColumn("from_name", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("send_on", "text")
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("issue", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("gift_hash", "text", (c) => c.unique())
    .addColumn("voucher_id", "text", (c) => c.unique())
    .addColumn("paid_at", "bigint")
    .addColumn("opened_at", "bigint")
    .addColumn("reminded_at", "bigint")
    .addColumn("forgotten_at", "bigint")
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("voucher_orders_state").on("voucher_orders").columns(["state", "at"]).execute();
}
