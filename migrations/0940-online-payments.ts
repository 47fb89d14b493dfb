import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Money online: the keys of sellers, links to pay by, pages at a provider, and what goes back to cards. */
export const onlinePayments: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tills")
    .addColumn("seller_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("mode", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("signing_key", "text", (c) => c.notNull())
    .addColumn("is_on", "integer", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("pay_links")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("secret_hash", "text", (c) => c.notNull().unique())
    .addColumn("seller_id", "text", (c) => c.notNull())
    .addColumn("client_id", "text")
    .addColumn("appointments", "text", (c) => c.notNull())
    .addColumn("withdrawn_at", "bigint")
    .addColumn("mailed_at", "bigint")
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("pay_links_seller").on("pay_links").columns(["seller_id", "at"]).execute();
  await db.schema.createIndex("pay_links_client").on("pay_links").columns(["client_id"]).execute();
  await db.schema
    .createTable("pay_pages")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("link_id", "text", (c) => c.notNull())
    .addColumn("seller_id", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("mode", "text", (c) => c.notNull())
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("session", "text", (c) => c.unique())
    .addColumn("url", "text")
    .addColumn("provider_ref", "text")
    .addColumn("paid_amount", "integer")
    .addColumn("paid_currency", "text")
    .addColumn("payment_id", "text")
    .addColumn("receipt_due", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("until", "bigint", (c) => c.notNull())
    .addColumn("check_at", "bigint")
    .execute();
  await db.schema.createIndex("pay_pages_link").on("pay_pages").columns(["link_id"]).execute();
  await db.schema.createIndex("pay_pages_check").on("pay_pages").columns(["check_at"]).execute();
  await db.schema.createIndex("pay_pages_payment").on("pay_pages").columns(["payment_id"]).execute();
  await db.schema.createIndex("pay_pages_receipt").on("pay_pages").columns(["receipt_due"]).execute();
  await db.schema
    .createTable("online_refunds")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("page_id", "text", (c) => c.notNull())
    .addColumn("amount", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("provider_ref", "text")
    .addColumn("words", "text")
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("done_at", "bigint")
    .addColumn("next_at", "bigint")
    .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("online_refunds_page").on("online_refunds").columns(["page_id"]).execute();
  await db.schema.createIndex("online_refunds_next").on("online_refunds").columns(["next_at"]).execute();
}
