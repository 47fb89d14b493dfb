import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What clients ask for when an appointment may no longer be moved online, and the practice's answer. */
export const moveRequests: Migration = { up: createTable };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("move_requests")
    .addColumn("appointment_id", "text", (c) =>
      c.primaryKey().notNull().references("appointments.id").onDelete("cascade"),
    )
    .addColumn("starts_at", "bigint", (c) => c.notNull())
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("answer", "text")
    .addColumn("answered_at", "bigint")
    .addColumn("answered_by", "text")
    .execute();
}
