import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Bookings are found by their address in lower case, as every database language writes it. */
export const addressesInLowerCase: Migration = { up: indexAddresses };

async function indexAddresses(db: Kysely<unknown>): Promise<void> {
  await sql`create index appointments_address on appointments (lower(replace(email, 'I', 'i')))`.execute(db);
  await db.schema.dropIndex("appointments_lower_email_idx").execute();
}
