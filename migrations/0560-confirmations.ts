import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * When whoever is signed in last showed who they are, and until when an owner may put a second factor off. The copies of
 * mails that open an account lose what they said: they are read by nobody of the practice any more.
 */
export const confirmations: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("confirmed_at", "bigint").execute();
  await db.schema.alterTable("users").addColumn("factor_due_at", "bigint").execute();
  await sql`update mails set body_text = '', body_html = '' where outbox_id in (
    select id from outbox where kind in (
      'account-verify', 'account-change', 'account-reset', 'account-let-in', 'appointment-account-client', 'staff-invite'
    )
  )`.execute(db);
}
