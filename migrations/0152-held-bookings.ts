import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Bookings that hold their time until a link in a mail is pressed, and what the limits on bookings count by. */
export const heldBookings: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("booking_holds")
    .addColumn("appointment_id", "text", (c) =>
      c.primaryKey().notNull().references("appointments.id").onDelete("cascade"),
    )
    .addColumn("secret_hash", "text", (c) => c.notNull().unique())
    .addColumn("until", "bigint", (c) => c.notNull())
    .addColumn("kept_at", "bigint")
    .addColumn("released_at", "bigint")
    .execute();
  await db.schema
    .createIndex("booking_holds_open")
    .on("booking_holds")
    .column("until")
    .where(sql<boolean>`kept_at is null and released_at is null`)
    .execute();
  // The client's address as a keyed hash, for a day.
  await db.schema.alterTable("appointments").addColumn("origin", "text").execute();
  await db.schema
    .createIndex("appointments_origin")
    .on("appointments")
    .columns(["origin", "created_at"])
    .where(sql.ref("origin"), "is not", null)
    .execute();
  await db.schema
    .createIndex("appointments_phone")
    .on("appointments")
    .columns(["phone", "starts_at"])
    .where(sql.ref("phone"), "is not", null)
    .execute();
}
