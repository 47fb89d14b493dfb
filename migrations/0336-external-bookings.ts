import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What was booked in another system, by its address there. The person's details stand here only while no appointment has them. */
export const externalBookings: Migration = { up: createTable };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("external_bookings")
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("uri", "text", (c) => c.notNull())
    .addColumn("event", "text", (c) => c.notNull())
    .addColumn("event_version", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("appointment_id", "text", (c) => c.references("appointments.id").onDelete("set null"))
    .addColumn("starts_at", "bigint")
    .addColumn("ends_at", "bigint")
    .addColumn("title", "text")
    .addColumn("name", "text")
    .addColumn("email", "text")
    .addColumn("phone", "text")
    .addColumn("user_id", "text")
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("external_bookings_pk", ["source", "uri"])
    .execute();
  await db.schema.createIndex("external_bookings_event").on("external_bookings").columns(["source", "event"]).execute();
  await db.schema
    .createIndex("external_bookings_appointment")
    .on("external_bookings")
    .column("appointment_id")
    .execute();
}
