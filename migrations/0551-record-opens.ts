import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Whether a booking opens its client's record to its therapist: nobody gains a client by typing an address. */
export const recordOpens: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("appointments")
      .addColumn("opens_record", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
  },
};
