import type { CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Money at the desk: sellers, bills with items, payments, receipts, closings, and the chain over them. */
export const ledger: Migration = { up };

type Columns = Record<string, "text" | "integer" | "bigint" | "text?" | "integer?">;

async function up(db: Kysely<unknown>): Promise<void> {
  const made = { at: "bigint", actor: "text" } as const;
  await table(db.schema.createTable("sellers"), {
    therapist_id: "text?",
    legal_name: "text",
    address: "text",
    bank_details: "text",
    vat_number: "text",
    vat_rate: "integer?",
    receipt_prefix: "text",
    version: "integer",
    updated_at: "bigint",
  });
  await table(db.schema.createTable("bills"), {
    seller_id: "text",
    client_id: "text?",
    appointment_id: "text?",
    ...made,
  });
  await table(db.schema.createTable("bill_items"), {
    seller_id: "text",
    bill_id: "text",
    taking_id: "text",
    item: "text",
    text: "text",
    pence: "integer",
    vat_rate: "integer?",
    vat_pence: "integer",
    counters: "text?",
    reason: "text?",
    day: "text",
    ...made,
  });
  await table(db.schema.createTable("payments"), {
    seller_id: "text",
    client_id: "text?",
    taking_id: "text",
    method: "text",
    pence: "integer",
    tip_pence: "integer",
    tip_therapist_id: "text?",
    counters: "text?",
    reason: "text?",
    day: "text",
    ...made,
  });
  await table(db.schema.createTable("allocations"), {
    seller_id: "text",
    payment_id: "text",
    bill_id: "text",
    taking_id: "text",
    pence: "integer",
    ...made,
  });
  await table(db.schema.createTable("receipts"), {
    seller_id: "text",
    year: "integer",
    number: "integer",
    bill_id: "text",
    facts: "text",
    name: "text?",
    ...made,
  });
  await table(db.schema.createTable("day_closings"), {
    seller_id: "text",
    day: "text",
    methods: "text",
    float_pence: "integer",
    taken_pence: "integer",
    difference_pence: "integer",
    sentence: "text?",
    ...made,
  });
  await chain(db);
  await indexes(db);
}

async function table(named: CreateTableBuilder<string, never>, columns: Columns): Promise<void> {
  let create: CreateTableBuilder<string, string> = named.addColumn("id", "text", (c) => c.primaryKey().notNull());
  for (const [column, type] of Object.entries(columns)) {
    const kind = type.replace("?", "") as "text" | "integer" | "bigint";
    create = create.addColumn(column, kind, (c) => (type.endsWith("?") ? c : c.notNull()));
  }
  await create.execute();
}

async function chain(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("ledger_entries")
    .addColumn("seller_id", "text", (c) => c.notNull())
    .addColumn("seq", "integer", (c) => c.notNull())
    .addColumn("place", "text", (c) => c.notNull())
    .addColumn("row_id", "text", (c) => c.notNull().unique())
    .addColumn("salt", "text")
    .addColumn("digest", "text")
    .addColumn("seal", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("ledger_entries_key", ["seller_id", "seq"])
    .execute();
  await db.schema
    .createTable("ledger_heads")
    .addColumn("seller_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("seq", "integer", (c) => c.notNull())
    .addColumn("seal", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("ledger_keys")
    .addColumn("key", "text", (c) => c.primaryKey().notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("taking_id", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
}

async function indexes(db: Kysely<unknown>): Promise<void> {
  // The database has the last word: one bill an appointment, one closing a day, one counter an item, one receipt a number.
  await db.schema.createIndex("sellers_therapist").on("sellers").columns(["therapist_id"]).unique().execute();
  await db.schema.createIndex("bills_appointment").on("bills").columns(["appointment_id"]).unique().execute();
  await db.schema.createIndex("payments_counters").on("payments").columns(["counters"]).execute();
  await db.schema.createIndex("bill_items_counters").on("bill_items").columns(["counters"]).unique().execute();
  await db.schema
    .createIndex("receipts_number")
    .on("receipts")
    .columns(["seller_id", "year", "number"])
    .unique()
    .execute();
  await db.schema.createIndex("day_closings_day").on("day_closings").columns(["seller_id", "day"]).unique().execute();
  await db.schema.createIndex("bills_client").on("bills").columns(["client_id"]).execute();
  await db.schema.createIndex("bill_items_bill").on("bill_items").columns(["bill_id"]).execute();
  await db.schema.createIndex("bill_items_taking").on("bill_items").columns(["taking_id"]).execute();
  await db.schema.createIndex("payments_day").on("payments").columns(["seller_id", "day"]).execute();
  await db.schema.createIndex("payments_client").on("payments").columns(["client_id"]).execute();
  await db.schema.createIndex("payments_taking").on("payments").columns(["taking_id"]).execute();
  await db.schema.createIndex("allocations_bill").on("allocations").columns(["bill_id"]).execute();
  await db.schema.createIndex("allocations_payment").on("allocations").columns(["payment_id"]).execute();
  await db.schema.createIndex("allocations_taking").on("allocations").columns(["taking_id"]).execute();
  await db.schema.createIndex("receipts_bill").on("receipts").columns(["bill_id"]).execute();
}
