import { DAY_LIST, type Subject } from "#app/mail/message.ts";
import type { Tx } from "#app/platform/app-context.server.ts";

/**
 * Deletes the messages and mails about these records, whoever they went to: the practice's copies too. Copies of mails
 * that list many records are cleared.
 */
export async function forgetAbout(tx: Tx, kind: Subject["kind"], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("outbox")
    .where("subject_kind", "=", kind)
    .where("subject_id", "in", [...ids])
    .execute();
  // Which of the lists name them is not stored.
  await clearCopies(tx).execute();
}

const KEPT_MS = 30 * 86_400_000;
const CLEARED = "What it said was removed: it named several people.";

/** Clears the copies of mails that list many people, a month after they were written. */
export async function clearDayLists(tx: Tx, { before }: { before: number }): Promise<void> {
  await clearCopies(tx)
    .where("rendered_at", "<", before - KEPT_MS)
    .execute();
}

const ADDRESS_CLEARED = "What it said was removed: it had an address that is no longer needed.";

/** Clears the copies of the mails about these records, for when a part of what they say may be stored no longer. */
export async function clearMailsAbout(tx: Tx, kind: Subject["kind"], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const about = tx
    .selectFrom("outbox")
    .select("id")
    .where("subject_kind", "=", kind)
    .where("subject_id", "in", [...ids]);
  await tx
    .updateTable("mails")
    .set({ body_text: ADDRESS_CLEARED, body_html: `<p>${ADDRESS_CLEARED}</p>`, calendar: null })
    .where("outbox_id", "in", about)
    .execute();
}

function clearCopies(tx: Tx) {
  const lists = tx.selectFrom("outbox").select("id").where("subject_kind", "=", DAY_LIST);
  return tx
    .updateTable("mails")
    .set({ body_text: CLEARED, body_html: `<p>${CLEARED}</p>` })
    .where("outbox_id", "in", lists)
    .where("body_text", "!=", CLEARED);
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
