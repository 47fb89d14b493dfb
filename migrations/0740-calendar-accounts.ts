import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Calendars behind a user name and password (CalDAV): what is read from them, and the appointments that stand there. */
export const calendarAccounts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("calendar_accounts")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("server", "text", (c) => c.notNull())
    .addColumn("username", "text", (c) => c.notNull())
    .addColumn("password", "text", (c) => c.notNull())
    .addColumn("calendars", "text", (c) => c.notNull())
    .addColumn("writes_to", "text")
    .addColumn("shows", "text", (c) => c.notNull())
    .addColumn("added_at", "bigint", (c) => c.notNull())
    .addColumn("added_by", "text", (c) => c.notNull())
    .addColumn("next_at", "bigint", (c) => c.notNull())
    .addColumn("followed_at", "bigint", (c) => c.notNull())
    .addColumn("cursor", "text")
    .addColumn("fault", "text")
    .addColumn("fault_since", "bigint")
    .execute();
  await db.schema.createIndex("calendar_accounts_therapist").on("calendar_accounts").column("therapist_id").execute();
  await db.schema
    .alterTable("calendar_links")
    .addColumn("account_id", "text", (c) => c.references("calendar_accounts.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("calendar_links_account").on("calendar_links").column("account_id").execute();
  await db.schema
    .createTable("calendar_objects")
    .addColumn("link_id", "text", (c) => c.notNull().references("calendar_links.id").onDelete("cascade"))
    .addColumn("href", "text", (c) => c.notNull())
    .addColumn("etag", "text", (c) => c.notNull())
    .addColumn("busy", "text", (c) => c.notNull())
    .addColumn("skipped", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("calendar_objects_key", ["link_id", "href"])
    .execute();
  await db.schema
    .createTable("calendar_writes")
    .addColumn("account_id", "text", (c) => c.notNull().references("calendar_accounts.id").onDelete("cascade"))
    // No reference: an appointment that is deleted leaves its event, which is taken away next.
    .addColumn("appointment_id", "text", (c) => c.notNull())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("href", "text", (c) => c.notNull())
    .addColumn("etag", "text")
    .addColumn("written", "text")
    .addColumn("starts_at", "bigint", (c) => c.notNull())
    .addColumn("ends_at", "bigint", (c) => c.notNull())
    .addColumn("proposal", "text")
    .addColumn("proposed_start", "bigint")
    .addColumn("proposed_end", "bigint")
    .addColumn("proposed_etag", "text")
    .addColumn("proposed_at", "bigint")
    .addColumn("restores", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("calendar_writes_key", ["account_id", "appointment_id"])
    .execute();
}
