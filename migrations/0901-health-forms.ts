import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What clients answer before a treatment, sealed, and what they agreed to in which words. */
export const healthForms: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("health_answers")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("appointment_id", "text", (c) => c.notNull())
    .addColumn("form_version", "integer", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("flags_sealed", "text", (c) => c.notNull())
    .addColumn("sent_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("health_answers_client").on("health_answers").columns(["client_id", "sent_at"]).execute();
  await db.schema
    .createTable("health_consents")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("answers_id", "text", (c) => c.notNull())
    .addColumn("wording", "text", (c) => c.notNull())
    .addColumn("given_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("health_consents_client").on("health_consents").column("client_id").execute();
  await db.schema
    .createTable("health_checks")
    .addColumn("appointment_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text", (c) => c.notNull().references("clients.id"))
    .addColumn("answers_id", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("health_checks_client").on("health_checks").column("client_id").execute();
}
