import type { Subject } from "#app/outbox/message.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { lowerCaseOf } from "#app/platform/database/lower-case.server.ts";

/** A mail as it was sent. Instants are epoch ms UTC. */
type ReadableMail = { recipient: string; subject: string; text: string; sentAt: number | null };

/** The mails to these lower-case addresses, oldest first. */
export async function listMailsTo(db: Queries, addresses: readonly string[]): Promise<ReadableMail[]> {
  if (addresses.length === 0) return [];
  return db
    .selectFrom("mails")
    .select(["recipient", "subject", "body_text as text", "sent_at as sentAt"])
    .where(lowerCaseOf("recipient"), "in", [...addresses])
    .orderBy("rendered_at")
    .execute();
}

/** Deletes the messages and mails about these records, whoever they went to: the practice's copies too. */
export async function forgetAbout(tx: Tx, kind: Subject["kind"], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("outbox")
    .where("subject_kind", "=", kind)
    .where("subject_id", "in", [...ids])
    .execute();
}

/** Deletes the mails to these lower-case addresses. Rare, so it may read the whole table. */
export async function forgetMailsTo(tx: Tx, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const written = tx
    .selectFrom("mails")
    .select("outbox_id")
    .where(lowerCaseOf("recipient"), "in", [...addresses]);
  await tx.deleteFrom("outbox").where("id", "in", written).execute();
}

/** Moves the messages about one record to another, as when two records are merged. */
export async function moveSubject(
  tx: Tx,
  kind: Subject["kind"],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable("outbox")
    .set({ subject_id: to })
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", from)
    .execute();
}
