import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Whose sale each therapist's treatments are, statements as they were made, and the months that the accountant was told of. */
export const sellersOfTheirOwn: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("sellers")
    .addColumn("owner_sees", "text", (c) => c.notNull().defaultTo("nothing"))
    .execute();
  await db.schema
    .createTable("therapist_sales")
    .addColumn("therapist_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("sale", "text")
    .addColumn("qualification", "text", (c) => c.notNull())
    .addColumn("register", "text", (c) => c.notNull())
    .addColumn("register_number", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("statements")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("seller_id", "text", (c) => c.notNull())
    .addColumn("client_id", "text")
    .addColumn("facts", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("statements_client").on("statements").columns(["client_id"]).execute();
  await db.schema
    .createTable("accountant_months")
    .addColumn("month", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
}
