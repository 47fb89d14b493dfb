import type { Mail } from "#app/mail/mail.ts";
import type { Database, Queries } from "#app/platform/app-context.server.ts";

export const BATCH = 10;

/**
 * A message that this worker holds until its lease ends. `attempts` includes this one. `mail`: its content as JSON,
 * if it was rendered before its record was deleted.
 */
export type Leased = {
  id: string;
  kind: string;
  data: string;
  mail: string | null;
  attempts: number;
  by_stranger: number;
  created_at: number;
};

type Delivery = { id: string; worker: string };

type Lease = { worker: string; now: number; until: number };

/**
 * Leases due messages that nobody holds, oldest first. The outer condition keeps two workers from getting the same
 * row; skipping locked rows avoids deadlocks on PostgreSQL (decisions/0010). `unread`: only messages without a stored
 * copy.
 */
export async function leaseDue(
  { kysely, engine }: Database,
  {
    worker,
    now,
    until,
    unread,
    channel = "email",
    most = BATCH,
  }: Lease & {
    unread: boolean;
    channel?: string;
    most?: number;
  },
): Promise<Leased[]> {
  // Materialised: otherwise PostgreSQL may run it for each row, and lease more than were asked for.
  const due = kysely.with(
    (cte) => cte("due").materialized(),
    (db) =>
      db
        .selectFrom("outbox")
        .select("id")
        .where("channel", "=", channel)
        .where("done_at", "is", null)
        .where("failed_at", "is", null)
        .where("run_at", "<=", now)
        .where("claimed_until", "<=", now)
        .$if(unread, (query) => query.where("copied_at", "is", null))
        .orderBy("run_at")
        .orderBy("id")
        .limit(most)
        .$if(engine === "postgres", (query) => query.forUpdate().skipLocked()),
  );
  return due
    .updateTable("outbox")
    .set((fields) => ({ claimed_until: until, claimed_by: worker, attempts: fields("attempts", "+", 1) }))
    .where("id", "in", (eb) => eb.selectFrom("due").select("due.id"))
    .where("claimed_until", "<=", now)
    .where("done_at", "is", null)
    .returning(["id", "kind", "data", "mail", "attempts", "by_stranger", "created_at"])
    .execute();
}

/** Leases these messages, due or not, unless somebody else holds them. */
export async function leaseThese(
  db: Queries,
  { ids, worker, now, until }: Lease & { ids: readonly string[] },
): Promise<Leased[]> {
  if (ids.length === 0) return [];
  return db
    .updateTable("outbox")
    .set((fields) => ({ claimed_until: until, claimed_by: worker, attempts: fields("attempts", "+", 1) }))
    .where("id", "in", [...ids])
    .where("claimed_until", "<=", now)
    .where("done_at", "is", null)
    .returning(["id", "kind", "data", "mail", "attempts", "by_stranger", "created_at"])
    .execute();
}

export async function countSent(db: Queries, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { sent } = await db
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("id", "in", [...ids])
    .where("done_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(sent);
}

/**
 * Stores a copy of what is about to be sent, for the practice to read; a later attempt replaces it. False: the lease
 * has ended or the message was deleted, so nothing may be sent.
 */
export async function storeCopy(
  db: Queries,
  { id, worker, messageId, mail, now }: Delivery & { messageId: string; mail: Mail; now: number },
): Promise<boolean> {
  const copy = {
    message_id: messageId,
    sender: mail.from.address,
    recipient: mail.to.address,
    subject: mail.subject,
    body_text: mail.text,
    body_html: mail.html,
    calendar: mail.calendar?.content ?? null,
    rendered_at: now,
  };
  return db.transaction().execute(async (tx) => {
    const noted = await leasedBy(tx, { id, worker }).set({ copied_at: now }).executeTakeFirst();
    if (Number(noted.numUpdatedRows) === 0) return false;
    await tx
      .insertInto("mails")
      .values({ outbox_id: id, sent_at: null, ...copy })
      .onConflict((conflict) => conflict.column("outbox_id").doUpdateSet(copy))
      .execute();
    return true;
  });
}

/**
 * Marks a message as sent if this worker still holds it. If its record was deleted, the message and its copy go too.
 */
export async function markSent(db: Queries, { id, worker, now }: Delivery & { now: number }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await markDone(tx, { id, worker, now }))) return;
    await tx.updateTable("mails").set({ sent_at: now }).where("outbox_id", "=", id).execute();
    await tx.deleteFrom("outbox").where("id", "=", id).where("mail", "is not", null).execute();
  });
}

export async function markDone(
  db: Queries,
  { id, worker, now, ...lane }: Delivery & { now: number; channel?: string },
): Promise<boolean> {
  const done = { done_at: now, claimed_until: 0, claimed_by: null, last_error: null, ...lane };
  const outcome = await leasedBy(db, { id, worker }).set(done).executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Marks a message as done without a mail: its address had too many already. */
export async function markDropped(db: Queries, { id, worker, now }: Delivery & { now: number }): Promise<void> {
  const done = { done_at: now, claimed_until: 0, claimed_by: null, last_error: "too many mails to this address" };
  await leasedBy(db, { id, worker }).set(done).execute();
}

/** Ends the lease and makes the message due at `again`; `attempts` as it was if this was no attempt. */
export async function release(
  db: Queries,
  { id, worker, again, attempts }: Delivery & { again: number; attempts: number },
): Promise<void> {
  await leasedBy(db, { id, worker }).set({ claimed_until: again, claimed_by: null, attempts }).execute();
}

/** Makes the leases last longer that this worker still has. */
export async function renewLeases(
  db: Queries,
  { ids, worker, until }: { ids: readonly string[]; worker: string; until: number },
): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ claimed_until: until })
    .where("id", "in", [...ids])
    .where("claimed_by", "=", worker)
    .execute();
}

/** Ends the leases of a worker that is doing nothing: it could not say how its last work ended. `except`: was sent. */
export async function releaseAll(db: Queries, worker: string, except: readonly string[]): Promise<void> {
  await db
    .updateTable("outbox")
    .set((fields) => ({ claimed_until: 0, claimed_by: null, attempts: fields("attempts", "-", 1) }))
    .where("claimed_by", "=", worker)
    .where("done_at", "is", null)
    .$if(except.length > 0, (query) => query.where("id", "not in", [...except]))
    .execute();
}

/** Records why an attempt failed and when to try again; null gives up but leaves the message stored. */
export async function markFailed(
  db: Queries,
  { id, worker, error, again, now }: Delivery & { error: string; again: number | null; now: number },
): Promise<void> {
  await leasedBy(db, { id, worker })
    .set({ last_error: error, claimed_until: again ?? 0, claimed_by: null, failed_at: again === null ? now : null })
    .execute();
}

// Used for every ending: a worker whose lease has run out must not change a message that another one holds.
function leasedBy(db: Queries, { id, worker }: Delivery) {
  return db.updateTable("outbox").where("id", "=", id).where("claimed_by", "=", worker);
}
