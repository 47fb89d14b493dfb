import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A hash of what each key was sent with: the same key with anything else is refused (docs/decisions/0121). */
export const whatAKeyWasUsedFor: Migration = { up: addHashes };

async function addHashes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("appointments").addColumn("idempotency_body", "text").execute();
  await db.schema.alterTable("enquiries").addColumn("idempotency_body", "text").execute();
}
