import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What whoever treats a client should know before they come: parks at the back, brings a dog. */
export const notesOfClients: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("clients").addColumn("practical_note", "text").execute();
}
