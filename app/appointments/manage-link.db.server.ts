import type { Tx } from "#app/platform/database/database.server.ts";

/** Replaces the manage link. False when another one was made since it was read. */
export async function writeLink(
  tx: Tx,
  { id, linkVersion, hash }: { id: string; linkVersion: number; hash: string },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("appointments")
    // Without this, sending the booking form again would reveal the new link.
    .set({ manage_hash: hash, link_version: linkVersion, idempotency_key: null })
    .where("id", "=", id)
    .where("link_version", "=", linkVersion - 1)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/**
 * Unlinks an appointment from an account that got it by e-mail address only, not from one that was signed in to book
 * it.
 */
export async function takeFromLinked(tx: Tx, id: string): Promise<void> {
  const { user_id: userId } = await tx
    .selectFrom("appointments")
    .select("user_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!userId) return;
  const bookedByThem = await tx
    .selectFrom("audit")
    .select("id")
    .where("subject_kind", "=", "appointment")
    .where("subject_id", "=", id)
    .where("action", "=", "appointment.book")
    .where("actor", "=", `client:${userId}`)
    .executeTakeFirst();
  if (!bookedByThem) await tx.updateTable("appointments").set({ user_id: null }).where("id", "=", id).execute();
}
