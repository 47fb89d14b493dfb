import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** From where a person has signed in, as a hash: nobody can shut them out there by guessing elsewhere. */
export const knownPlaces: Migration = { up: createTable };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("known_places")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("place", "text", (c) => c.notNull())
    .addColumn("seen_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("known_places_pk", ["user_id", "place"])
    .execute();
}
