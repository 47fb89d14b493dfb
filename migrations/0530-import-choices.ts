import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Who was a client before this site knew them, and imported appointments that wait for someone to say whose they are. */
export const importChoices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("clients")
      .addColumn("is_existing", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("import_rows").addColumn("appointment_id", "text").execute();
    await db.schema
      .createIndex("import_rows_appointment")
      .on("import_rows")
      .column("appointment_id")
      .where("appointment_id" as never, "is not", null)
      .execute();
  },
};
