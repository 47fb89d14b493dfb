import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The half minute of the last code of an app that was taken: none of it or of an earlier one counts again. */
export const codesCountOnce: Migration = { up: addLastStep };

async function addLastStep(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("two_factors").addColumn("lastCodeStep", "integer").execute();
}
