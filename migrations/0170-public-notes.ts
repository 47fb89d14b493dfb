import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * A closure's sentence for visitors, apart from its reason, which is the practice's alone. Empty for all that are
 * there: what was written as a reason is told to no visitor from now on (docs/decisions/0001, row 34).
 */
export const publicNotes: Migration = { up: addPublicNote };

async function addPublicNote(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("day_exceptions").addColumn("public_note", "text").execute();
}
