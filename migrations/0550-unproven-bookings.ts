import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Which online bookings nobody has shown to be theirs, and bookings that keep no time until a mailed link is opened. */
export const unprovenBookings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("appointments")
      .addColumn("unproven", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    // Few at any time: the limits count those of one day, and the practice lists them.
    await db.schema
      .createIndex("appointments_unproven")
      .on("appointments")
      .columns(["starts_at"])
      .where(sql<boolean>`unproven = 1`)
      .execute();
    await db.schema
      .createTable("booking_requests")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("secret_hash", "text", (c) => c.notNull().unique())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("user_id", "text")
      .addColumn("input", "text", (c) => c.notNull())
      .addColumn("appointment", "text", (c) => c.notNull())
      .addColumn("source", "text", (c) => c.notNull())
      .addColumn("idempotency_key", "text", (c) => c.unique())
      .addColumn("idempotency_body", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("until", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("booking_requests_email").on("booking_requests").column("email").execute();
  },
};
