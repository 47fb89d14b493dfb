import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Appointments that a change of hours left outside them: when and with whom they stood, to tell when that changes. */
export const strandedAppointments: Migration = { up: createTable };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("stranded_appointments")
    .addColumn("appointment_id", "text", (c) =>
      c.primaryKey().notNull().references("appointments.id").onDelete("cascade"),
    )
    .addColumn("therapist_id", "text", (c) => c.notNull())
    .addColumn("starts_at", "bigint", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
}
