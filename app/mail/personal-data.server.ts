import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";
import { type PersonalData, toIso } from "#app/platform/personal-data.server.ts";

export const mailData: PersonalData = {
  async export(db, { addresses }) {
    const mails = await listMailsTo(db, addresses);
    return { mails: mails.map(({ sentAt, ...mail }) => ({ sentAt: toIso(sentAt), ...mail })) };
  },
  async forget(tx, { addresses }) {
    await forgetMailsTo(tx, addresses);
    return {};
  },
};

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

/** Deletes the mails to these lower-case addresses, and that some came back. Rare, so it may read the whole table. */
export async function forgetMailsTo(tx: Tx, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const written = tx
    .selectFrom("mails")
    .select("outbox_id")
    .where(lowerCaseOf("recipient"), "in", [...addresses]);
  await tx.deleteFrom("outbox").where("id", "in", written).execute();
  await tx
    .deleteFrom("returned_addresses")
    .where("address", "in", [...addresses])
    .execute();
}
