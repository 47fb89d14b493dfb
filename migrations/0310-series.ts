import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Appointments that were booked together, and the rule that they followed. Their places never change. */
export const series: Migration = { up: change };

async function change(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("series")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("weeks", "integer", (c) => c.notNull())
    .addColumn("first_day", "text", (c) => c.notNull())
    .addColumn("at_minute", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addCheckConstraint("series_weeks", sql`weeks > 0`)
    .execute();
  await db.schema.alterTable("appointments").addColumn("series_id", "text").execute();
  await db.schema.alterTable("appointments").addColumn("series_position", "integer").execute();
  await db.schema.alterTable("appointments").addColumn("series_total", "integer").execute();
  await sql`create index appointments_series on appointments (series_id) where series_id is not null`.execute(db);
}
