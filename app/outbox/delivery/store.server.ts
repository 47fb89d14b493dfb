import type { Mail } from "#app/outbox/mail.ts";
import type { Database, Queries } from "#app/platform/database/database.server.ts";

const BATCH = 10;

/** A message that this worker holds until its lease is over. `attempts` counts this one too. */
export type Leased = { id: string; kind: string; data: string; attempts: number };

type Lease = { worker: string; now: number; until: number };

/**
 * Leases messages that are due and that nobody holds, the oldest first. The outer guard is what makes two
 * workers never get the same row; skipping locked rows spares PostgreSQL the deadlocks (docs/decisions/0010).
 * `unread`: only those of which no copy is kept yet.
 */
export async function leaseDue(
  { kysely, engine }: Database,
  { worker, now, until, unread }: Lease & { unread: boolean },
): Promise<Leased[]> {
  const due = kysely
    .selectFrom("outbox")
    .select("id")
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where("run_at", "<=", now)
    .where("claimed_until", "<=", now)
    .$if(unread, (query) => query.where("copied_at", "is", null))
    .orderBy("run_at")
    .orderBy("id")
    .limit(BATCH)
    .$if(engine === "postgres", (query) => query.forUpdate().skipLocked());
  return kysely
    .updateTable("outbox")
    .set((fields) => ({ claimed_until: until, claimed_by: worker, attempts: fields("attempts", "+", 1) }))
    .where("id", "in", due)
    .where("claimed_until", "<=", now)
    .where("done_at", "is", null)
    .returning(["id", "kind", "data", "attempts"])
    .execute();
}

/** Keeps what is about to be sent, so that the practice can read it. A later attempt replaces it. */
export async function keepCopy(
  db: Queries,
  { outboxId, messageId, mail, now }: { outboxId: string; messageId: string; mail: Mail; now: number },
): Promise<void> {
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
  await db
    .insertInto("mails")
    .values({ outbox_id: outboxId, sent_at: null, ...copy })
    .onConflict((conflict) => conflict.column("outbox_id").doUpdateSet(copy))
    .execute();
  await db.updateTable("outbox").set({ copied_at: now }).where("id", "=", outboxId).execute();
}

/** Sent: the message is done, if this worker still holds it. */
export async function markSent(db: Queries, held: { id: string; worker: string; now: number }): Promise<void> {
  await db.updateTable("mails").set({ sent_at: held.now }).where("outbox_id", "=", held.id).execute();
  await markDone(db, held);
}

/** Done without a mail: there was nothing left to say. */
export async function markDone(db: Queries, { id, now }: { id: string; now: number }): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ done_at: now, claimed_until: 0, claimed_by: null, last_error: null })
    .where("id", "=", id)
    .execute();
}

/** Lets the message go until `again`, with the attempt not counted when it was none. */
export async function release(
  db: Queries,
  { id, worker, again, attempts }: { id: string; worker: string; again: number; attempts: number },
): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ claimed_until: again, claimed_by: null, attempts })
    .where("id", "=", id)
    .where("claimed_by", "=", worker)
    .execute();
}

/** Notes why an attempt failed, and when the next one is; null gives up, and keeps the message. */
export async function markFailed(
  db: Queries,
  { id, worker, error, again, now }: { id: string; worker: string; error: string; again: number | null; now: number },
): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ last_error: error, claimed_until: again ?? 0, claimed_by: null, failed_at: again === null ? now : null })
    .where("id", "=", id)
    .where("claimed_by", "=", worker)
    .execute();
}
