import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Calendars behind a sign-in with their company, beside those behind a password. */
export const calendarSignIns: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("calendar_accounts")
    .addColumn("kind", "text", (c) => c.notNull().defaultTo("caldav"))
    .execute();
  await db.schema.alterTable("calendar_accounts").addColumn("signed_in_at", "bigint").execute();
}
