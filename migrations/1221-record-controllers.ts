import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The clients whose health record is a self-employed therapist's; every other record is the practice's. */
export const recordControllers: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("record_controllers")
    .addColumn("client_id", "text", (c) => c.primaryKey().notNull().references("clients.id").onDelete("cascade"))
    .addColumn("therapist_id", "text", (c) => c.notNull())
    .addColumn("since", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("record_controllers_therapist").on("record_controllers").column("therapist_id").execute();
}
