import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Whose message it is to answer: a person who works here, by the id of their account; null for nobody. */
export const messageAssignees: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("enquiries").addColumn("assigned_to", "text").execute();
}
