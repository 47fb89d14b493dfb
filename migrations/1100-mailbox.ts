import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What the practice's mailbox brought: replies to messages, by a hash of their Message-ID, so that each is stored once; and
 * which mails came back.
 */
export const mailbox: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("received_replies")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("enquiry_id", "text", (column) => column.notNull().references("enquiries.id").onDelete("cascade"))
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("attachments", "text", (column) => column.notNull())
    .addColumn("message_id", "text")
    .addColumn("automatic", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("received_replies_enquiry")
    .on("received_replies")
    .columns(["enquiry_id", "at"])
    .execute();
  await db.schema
    .createTable("returned_addresses")
    .addColumn("address", "text", (column) => column.primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("mails").addColumn("returned_at", "bigint").execute();
  await db.schema.alterTable("mails").addColumn("return_status", "text").execute();
  await db.schema.alterTable("mails").addColumn("return_answer", "text").execute();
  await db.schema.createIndex("mails_message_id").on("mails").column("message_id").execute();
  await sql`create index mails_returned on mails (returned_at) where returned_at is not null`.execute(db);
}
