import { type RawBuilder, sql } from "kysely";
import type { Mail } from "#app/mail/mail.ts";
import { type Due, type Message, NO_CHANNEL, PUSH_CHANNEL, type Subject } from "#app/mail/message.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";

/** Identifies messages: of this kind, about this record. */
type About = Pick<Message, "kind" | "subject">;

/** Enqueues messages, in the transaction of their change. One about a demo record is stored as done, never sent. Returns their ids. */
export async function enqueue(tx: Tx, messages: readonly Due[], now: number): Promise<string[]> {
  const rows = messages.map((message) => rowFrom({ ...message, id: newId() }, now));
  await tx.insertInto("outbox").values(rows).execute();
  return rows.map(({ id }) => id);
}

/** Enqueues a message unless one of this kind about this record, or of this id, was ever written. */
export async function enqueueOnce(tx: Tx, { id, ...message }: Due & { id?: string }, now: number): Promise<void> {
  await tx
    .insertInto("outbox")
    .values(rowFrom({ ...message, id: id ?? onceId(message) }, now))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** The id under which such a message is written once. */
export function onceId({ kind, subject }: About): string {
  return `${kind}:${subject.id}`;
}

/** Deletes unsent messages of this kind about this record: they are no longer true. */
export async function withdraw(tx: Tx, { kind, subject }: About): Promise<void> {
  await tx
    .deleteFrom("outbox")
    .where("done_at", "is", null)
    .where("kind", "=", kind)
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .execute();
}

/** Deletes messages of this kind about this record that nobody has tried to send, and returns their data. */
export async function withdrawUntried(tx: Tx, { kind, subject }: About): Promise<unknown[]> {
  const rows = await tx
    .deleteFrom("outbox")
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where("attempts", "=", 0)
    .where("kind", "=", kind)
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .returning("data")
    .execute();
  return rows.map((row) => JSON.parse(row.data));
}

/** When a message of this kind about this record goes out, while it is still held; otherwise null. */
export async function pendingUntil(db: Queries, { kind, subject }: About, now: number): Promise<number | null> {
  const row = await db
    .selectFrom("outbox")
    .select("run_at")
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where("attempts", "=", 0)
    .where("run_at", ">", now)
    .where("kind", "=", kind)
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .executeTakeFirst();
  return row?.run_at ?? null;
}

export async function listWaiting(db: Queries, { kind, subject }: About): Promise<{ id: string; data: unknown }[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "data"])
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where("mail", "is", null)
    .where("kind", "=", kind)
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .execute();
  return rows.map(({ id, data }) => ({ id, data: JSON.parse(data) }));
}

/**
 * Stores the rendered mail of a waiting message and gives it another subject, as its record is about to go: it is
 * sent as it reads now, and then deleted. Erasing the new subject deletes it too.
 */
export async function carryOn(
  tx: Tx,
  { id, mail, subject }: { id: string; mail: Mail; subject: Subject },
): Promise<void> {
  await tx
    .updateTable("outbox")
    .set({ mail: JSON.stringify(mail), data: "{}", subject_kind: subject.kind, subject_id: subject.id })
    .where("id", "=", id)
    .execute();
}

/** The data of all messages of this kind that nobody has tried to send, or written for a record that is gone. */
export async function listUntriedOf(db: Queries, kind: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("data")
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where("attempts", "=", 0)
    .where("mail", "is", null)
    .where("kind", "=", kind)
    .execute();
  return rows.map(({ data }) => JSON.parse(data));
}

/** Which of these ids were ever enqueued. */
export async function listEnqueued(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("outbox")
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** How many messages have failed for good. They stay until an admin looks at them. */
export function selectFailed(db: Queries) {
  return db
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("failed"))
    .where("done_at", "is", null)
    .where("failed_at", "is not", null)
    .where("channel", "!=", PUSH_CHANNEL);
}

/** Hands what waits in one lane to another. */
export async function moveWaiting(db: Queries, { from, to }: { from: string; to: string }): Promise<void> {
  const waiting = db.updateTable("outbox").set({ channel: to }).where("channel", "=", from);
  await waiting.where("done_at", "is", null).where("failed_at", "is", null).execute();
}

function rowFrom({ id, kind, subject, data, runAt, byStranger, daily, channel }: Due & { id: string }, now: number) {
  return {
    id,
    kind,
    channel: channel ?? laneOf(subject, daily ? "daily" : "email"),
    subject_kind: subject.kind,
    subject_id: subject.id,
    data: JSON.stringify(data),
    run_at: runAt ?? now,
    attempts: 0,
    claimed_until: 0,
    claimed_by: null,
    done_at: doneIfDemo(subject, now),
    failed_at: null,
    last_error: null,
    created_at: now,
    by_stranger: byStranger ? 1 : 0,
  };
}

/** The lane of a message about a demo record, which goes nowhere; else the one given. */
function laneOf({ kind, id }: Subject, lane: string): RawBuilder<string> {
  return sql<string>`case when exists (select 1 from demo_marks where kind = ${kind} and id = ${id})
    then ${sql.lit(NO_CHANNEL)} else ${sql.lit(lane)} end`;
}

/** `now` if the record is marked as the demo's, else null: an expression, so that enqueuing stays one statement. */
function doneIfDemo({ kind, id }: Subject, now: number): RawBuilder<number | null> {
  return sql<number | null>`case when exists (select 1 from demo_marks where kind = ${kind} and id = ${id})
    then cast(${now} as bigint) end`;
}

/** Whether a message is about a demo record, or its address is an invented person's. */
export async function isForDemo(db: Queries, { id, address }: { id: string; address: string }): Promise<boolean> {
  const mark = await db
    .selectFrom("demo_marks")
    .select("demo_marks.id")
    .where((mark) =>
      mark.or([
        mark.and({ "demo_marks.kind": "address", "demo_marks.id": address.toLowerCase() }),
        mark.exists(
          mark
            .selectFrom("outbox")
            .select("outbox.id")
            .where("outbox.id", "=", id)
            .whereRef("outbox.subject_kind", "=", "demo_marks.kind")
            .whereRef("outbox.subject_id", "=", "demo_marks.id"),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return mark !== undefined;
}
