import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What the practice's lists ask of a million rows: a page, and whether there are more than 10,000, without a sort. */
export const longLists: Migration = { up: createIndexes };

// Others begin with the same columns, or nothing asks for them: each costs every booking a page to write.
const COVERED = ["appointments_starts_at", "appointments_email", "appointments_pending"];

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("appointments_therapist_order")
    .on("appointments")
    .columns(["therapist_id", "starts_at", "id"])
    .execute();
  await db.schema
    .createIndex("appointments_service_order")
    .on("appointments")
    .columns(["service_id", "starts_at", "id"])
    .execute();
  await db.schema.createIndex("users_order").on("users").columns(["createdAt desc", "id"]).execute();
  await db.schema.createIndex("outbox_order").on("outbox").columns(["created_at desc", "id"]).execute();
  await db.schema
    .createIndex("outbox_open_order")
    .on("outbox")
    .columns(["created_at desc", "id"])
    .where(sql.ref("done_at"), "is", null)
    .execute();
  await db.schema.createIndex("audit_order").on("audit").columns(["at desc", "id"]).execute();
  await db.schema.createIndex("audit_kind_order").on("audit").columns(["subject_kind", "at desc", "id"]).execute();
  await db.schema.createIndex("audit_record_order").on("audit").columns(["subject_id", "at desc", "id"]).execute();
  // The words are the query's. In the list's own order, so that it is not walked along all others.
  await sql`create index appointments_pending_order on appointments (starts_at, id)
    where lower(status) not in ('confirmed', 'cancelled')`.execute(db);
  // An index of all actions would be as long as the table.
  await sql`create index audit_people on audit (at desc, id) where substr(action, 1, 6) = 'staff.'`.execute(db);
  for (const covered of COVERED) await db.schema.dropIndex(covered).execute();
}
