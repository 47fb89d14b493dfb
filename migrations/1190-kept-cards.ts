import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Cards that a provider keeps for a seller: whose they are, what was agreed about each, and what was charged. */
export const keptCards: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("pay_pages")
    .addColumn("purpose", "text", (c) => c.notNull().defaultTo("payment"))
    .execute();
  await db.schema
    .alterTable("prepayments")
    .addColumn("kind", "text", (c) => c.notNull().defaultTo("payment"))
    .execute();
  await db.schema
    .createTable("kept_cards")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("seller_id", "text", (c) => c.notNull())
    .addColumn("client_id", "text")
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("holder", "text", (c) => c.notNull())
    .addColumn("ref", "text", (c) => c.notNull())
    .addColumn("brand", "text", (c) => c.notNull())
    .addColumn("last4", "text", (c) => c.notNull())
    .addColumn("expires", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("removed_at", "bigint")
    .addColumn("removed_by", "text")
    .addColumn("next_at", "bigint")
    .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("kept_cards_client").on("kept_cards").columns(["client_id"]).execute();
  await db.schema.createIndex("kept_cards_next").on("kept_cards").columns(["next_at"]).execute();
  await db.schema
    .createTable("card_agreements")
    .addColumn("appointment_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("card_id", "text", (c) => c.notNull())
    .addColumn("cap_pence", "integer", (c) => c.notNull())
    .addColumn("wording", "integer", (c) => c.notNull())
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("card_agreements_card").on("card_agreements").columns(["card_id"]).execute();
  await db.schema
    .createTable("card_charges")
    .addColumn("page_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("appointment_id", "text", (c) => c.notNull())
    .addColumn("card_id", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull().unique())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("words", "text")
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("card_charges_appointment").on("card_charges").columns(["appointment_id"]).execute();
  await db.schema.createIndex("card_charges_card").on("card_charges").columns(["card_id"]).execute();
}
