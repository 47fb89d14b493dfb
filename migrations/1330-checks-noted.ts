import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Which therapist noted that nothing has changed since a form; null: the client said so from their link. */
export const checksNoted: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("health_checks").addColumn("noted_by", "text").execute();
}
