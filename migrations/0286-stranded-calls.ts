import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Who rang a stranded client and will ring back, and the times that were offered by mail. */
export const strandedCalls: Migration = { up: change };

async function change(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("stranded_appointments").addColumn("rang_at", "bigint").execute();
  await db.schema.alterTable("stranded_appointments").addColumn("rang_by", "text").execute();
  await db.schema
    .createTable("time_offers")
    .addColumn("appointment_id", "text", (c) =>
      c.primaryKey().notNull().references("appointments.id").onDelete("cascade"),
    )
    .addColumn("places", "text", (c) => c.notNull())
    .addColumn("sequence", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .execute();
}
