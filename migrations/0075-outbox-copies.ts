import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Whether a message has been made readable, on the message itself: without a mail server that is all there is to do. */
export const outboxCopies: Migration = { up: noteCopies };

async function noteCopies(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("copied_at", "bigint").execute();
  await sql`
    update outbox set copied_at = (select rendered_at from mails where mails.outbox_id = outbox.id)
    where done_at is null
  `.execute(db);
  await db.schema
    .createIndex("outbox_uncopied")
    .on("outbox")
    .columns(["run_at", "id"])
    .where(sql<boolean>`done_at is null and copied_at is null`)
    .execute();
}
