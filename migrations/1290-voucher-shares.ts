import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Who else may use a course, by their email address, as its owner has said. */
export const voucherShares: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("voucher_shares")
    .addColumn("voucher_id", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("voucher_shares_key", ["voucher_id", "email"])
    .execute();
  await db.schema.createIndex("voucher_shares_email").on("voucher_shares").columns(["email"]).execute();
}
