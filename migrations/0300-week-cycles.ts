import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Hours of every second week: which of the two, and the Monday of a week A. Null: every week. */
export const weekCycles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("working_hours").addColumn("week_a_from", "text").execute();
    await db.schema.alterTable("working_hours").addColumn("cycle_week", "text").execute();
  },
};
