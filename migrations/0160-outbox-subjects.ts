import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What a message is about, by which channel it goes, and what it says where that was written before its record went.
 * Mails whose record is gone go too: up to here a deletion left them.
 */
export const outboxSubjects: Migration = { up: addSubjects };

const DEAD = sql`done_at is not null or failed_at is not null`;

async function addSubjects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("outbox")
    .addColumn("channel", "text", (c) => c.notNull().defaultTo("email"))
    .execute();
  for (const name of ["subject_kind", "subject_id", "mail"]) {
    await db.schema.alterTable("outbox").addColumn(name, "text").execute();
  }
  await nameRecords(db);
  await namePeople(db);
  await db.schema.createIndex("outbox_subject").on("outbox").columns(["subject_kind", "subject_id"]).execute();
  await removeOrphans(db);
}

// The id came first in `data`, and was a UUID: {"appointmentId":"…, {"enquiryId":"…, {"replyId":"…
async function nameRecords(db: Kysely<unknown>): Promise<void> {
  await sql`update outbox set subject_kind = 'appointment', subject_id = substr(data, 19, 36)
    where kind like 'appointment-%'`.execute(db);
  await sql`update outbox set subject_kind = 'enquiry', subject_id = substr(data, 15, 36)
    where kind in ('enquiry-practice', 'enquiry-acknowledgement')`.execute(db);
  await sql`update outbox set subject_kind = 'enquiry', subject_id = coalesce(
      (select enquiry_id from enquiry_replies where enquiry_replies.id = substr(outbox.data, 13, 36)), 'deleted')
    where kind = 'enquiry-reply'`.execute(db);
}

type Old = {
  outbox: { id: string; kind: string; data: string; subject_kind: string | null; subject_id: string | null };
  mails: { outbox_id: string; recipient: string };
  users: { id: string; email: string };
  audit: { at: number; action: string; subject_id: string };
};

// Some of these held a person's id, some where their mail went, and one the address that they no longer have.
async function namePeople(db: Kysely<unknown>): Promise<void> {
  const old = db as Kysely<Old>;
  const users = await old.selectFrom("users").select(["id", "email"]).execute();
  const owners = new Map(users.map(({ id, email }) => [email.toLowerCase(), id]));
  const messages = await old
    .selectFrom("outbox")
    .leftJoin("mails", "mails.outbox_id", "outbox.id")
    .select(["outbox.id", "data", "recipient"])
    .where("kind", "like", "account-%")
    .execute();
  for (const { id, data, recipient } of messages) {
    const { userId, at } = read(data);
    const changed = userId === undefined && at !== undefined ? await whoChanged(old, at) : undefined;
    const subject_id = userId ?? changed ?? owners.get(recipient?.toLowerCase() ?? "") ?? "nobody";
    await old.updateTable("outbox").set({ subject_kind: "user", subject_id }).where("id", "=", id).execute();
  }
}

async function whoChanged(db: Kysely<Old>, at: number): Promise<string | undefined> {
  const line = db.selectFrom("audit").select("subject_id").where("action", "=", "account.address");
  return (await line.where("at", "=", at).executeTakeFirst())?.subject_id;
}

function read(data: string): { userId?: string; at?: number } {
  try {
    return JSON.parse(data);
  } catch {
    return {};
  }
}

async function removeOrphans(db: Kysely<unknown>): Promise<void> {
  const orphans = [
    sql`subject_kind = 'appointment' and subject_id not in (select id from appointments)`,
    sql`subject_kind = 'enquiry' and subject_id not in (select id from enquiries)`,
    // One that waits may still find its person by its link.
    sql`subject_kind = 'user' and subject_id not in (select id from users) and (${DEAD})`,
  ];
  for (const orphan of orphans) {
    await sql`delete from mails where outbox_id in (select id from outbox where ${orphan})`.execute(db);
    await sql`delete from outbox where ${orphan}`.execute(db);
  }
}
