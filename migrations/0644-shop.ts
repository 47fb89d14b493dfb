import type { CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What is sold beside treatments: products with stock, vouchers and courses with each of their moves. */
export const shop: Migration = { up };

type Columns = Record<string, "text" | "integer" | "bigint" | "text?" | "integer?">;

async function up(db: Kysely<unknown>): Promise<void> {
  const made = { at: "bigint", actor: "text" } as const;
  await table(db.schema.createTable("products"), {
    seller_id: "text",
    kind: "text",
    title: "text",
    pence: "integer",
    vat_rate: "integer?",
    stock: "integer?",
    sessions: "integer?",
    service_id: "text?",
    on_sale: "integer",
    version: "integer",
    updated_at: "bigint",
  });
  await table(db.schema.createTable("sold_products"), {
    seller_id: "text",
    item_id: "text",
    product_id: "text",
    taking_id: "text",
    quantity: "integer",
    ...made,
  });
  await table(db.schema.createTable("vouchers"), {
    seller_id: "text",
    client_id: "text?",
    item_id: "text",
    taking_id: "text",
    kind: "text",
    title: "text",
    face_pence: "integer",
    sessions: "integer?",
    service_id: "text?",
    vat_kind: "text",
    vat_rate: "integer?",
    expires_on: "text",
    note: "text?",
    day: "text",
    ...made,
  });
  await table(db.schema.createTable("voucher_moves"), {
    seller_id: "text",
    voucher_id: "text",
    bill_id: "text?",
    taking_id: "text",
    move: "text",
    pence: "integer",
    sessions: "integer",
    counters: "text?",
    reason: "text?",
    day: "text",
    ...made,
  });
  await db.schema
    .createTable("voucher_codes")
    .addColumn("voucher_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("code_hash", "text", (c) => c.notNull().unique())
    .addColumn("ending", "text", (c) => c.notNull())
    .addColumn("made_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("products_seller").on("products").columns(["seller_id"]).execute();
  await db.schema.createIndex("sold_products_taking").on("sold_products").columns(["taking_id"]).execute();
  await db.schema.createIndex("vouchers_client").on("vouchers").columns(["client_id"]).execute();
  await db.schema.createIndex("vouchers_expires").on("vouchers").columns(["expires_on"]).execute();
  await db.schema.createIndex("vouchers_taking").on("vouchers").columns(["taking_id"]).execute();
  await db.schema.createIndex("voucher_moves_voucher").on("voucher_moves").columns(["voucher_id"]).execute();
  await db.schema.createIndex("voucher_moves_taking").on("voucher_moves").columns(["taking_id"]).execute();
  await db.schema.createIndex("voucher_moves_counters").on("voucher_moves").columns(["counters"]).unique().execute();
}

async function table(named: CreateTableBuilder<string, never>, columns: Columns): Promise<void> {
  let create: CreateTableBuilder<string, string> = named.addColumn("id", "text", (c) => c.primaryKey().notNull());
  for (const [column, type] of Object.entries(columns)) {
    const kind = type.replace("?", "") as "text" | "integer" | "bigint";
    create = create.addColumn(column, kind, (c) => (type.endsWith("?") ? c : c.notNull()));
  }
  await create.execute();
}
