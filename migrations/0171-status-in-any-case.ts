import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The list's order and filter by status go by the word in any case; a cancelled appointment claims no time. */
export const statusInAnyCase: Migration = { up: ignoreCase };

async function ignoreCase(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("appointments_status").execute();
  await sql`create index appointments_status on appointments (lower(status), starts_at, id)`.execute(db);
  await sql`delete from appointment_claims where appointment_id in
    (select id from appointments where lower(status) = 'cancelled')`.execute(db);
}
