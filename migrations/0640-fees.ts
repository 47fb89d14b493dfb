import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Fees for late cancellations and missed appointments, the rules that clients could read, and the ledger's last check. */
export const fees: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("fee_rules")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("notice", "integer", (c) => c.notNull())
    .addColumn("percent", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("fee_rules_at").on("fee_rules").column("at").execute();
  await db.schema
    .createTable("fees")
    .addColumn("appointment_id", "text", (c) => c.notNull())
    .addColumn("occasion", "text", (c) => c.notNull())
    .addColumn("occasion_at", "bigint", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("words", "text")
    .addColumn("read_at", "bigint")
    .addColumn("reason", "text")
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("fees_key", ["appointment_id", "occasion", "occasion_at"])
    .execute();
  await db.schema.createIndex("fees_state").on("fees").column("state").execute();
  await db.schema
    .createTable("ledger_checks")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("entries", "integer", (c) => c.notNull())
    .addColumn("fault", "text")
    .execute();
}
