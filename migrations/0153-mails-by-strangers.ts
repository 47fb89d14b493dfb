import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Which mails anybody could have caused, and when each address had its last of them. */
export const mailsByStrangers: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("outbox")
    .addColumn("by_stranger", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("mail_allowances")
    // Of the address, with a key of ours.
    .addColumn("recipient_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("recent", "text", (c) => c.notNull())
    .addColumn("touched_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("mail_allowances_touched").on("mail_allowances").column("touched_at").execute();
}
