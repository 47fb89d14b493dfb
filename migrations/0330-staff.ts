import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What somebody of the practice is there for, and the mailed invitations to it. An admin without a row is an owner. */
export const staff: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("staff")
    .addColumn("user_id", "text", (c) => c.primaryKey().notNull().references("users.id").onDelete("cascade"))
    .addColumn("parts", "text", (c) => c.notNull())
    .addColumn("therapist_id", "text", (c) => c.references("therapists.id").onDelete("set null"))
    .addColumn("state", "text", (c) => c.notNull().check(sql`state in ('active', 'suspended')`))
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("staff_invites")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("secret_hash", "text", (c) => c.notNull().unique())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("parts", "text", (c) => c.notNull())
    .addColumn("therapist_id", "text", (c) => c.references("therapists.id").onDelete("cascade"))
    .addColumn("state", "text", (c) => c.notNull().check(sql`state in ('open', 'used', 'revoked')`))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("sent_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("invited_by", "text", (c) => c.references("users.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("staff_invites_email").on("staff_invites").columns(["email", "state"]).execute();
}
