import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

/** A mail as somebody got it. Instants are epoch ms UTC. */
export type ReadableMail = { recipient: string; subject: string; text: string; sentAt: number | null };

/** The mails to these addresses (in lower case), the oldest first. */
export async function readMailsTo(db: Queries, addresses: readonly string[]): Promise<ReadableMail[]> {
  if (addresses.length === 0) return [];
  return db
    .selectFrom("mails")
    .select(["recipient", "subject", "body_text as text", "sent_at as sentAt"])
    .where(sql<string>`lower(recipient)`, "in", [...addresses])
    .orderBy("rendered_at")
    .execute();
}

/**
 * Forgets what was and would be mailed to these addresses and about these appointments, the practice's own copies
 * too. Rare, so it may read the whole table; the rows of what is done stay, as they hold ids alone.
 */
export async function forgetMails(
  tx: Tx,
  { addresses, appointmentIds }: { addresses: readonly string[]; appointmentIds: readonly string[] },
): Promise<void> {
  if (addresses.length > 0) {
    await tx
      .deleteFrom("mails")
      .where(sql<string>`lower(recipient)`, "in", [...addresses])
      .execute();
    await tx.deleteFrom("outbox").where(tellsOf(addresses)).execute();
  }
  if (appointmentIds.length === 0) return;
  const about = tx
    .selectFrom("outbox")
    .select("id")
    .where(appointmentOf, "in", [...appointmentIds]);
  await tx.deleteFrom("mails").where("outbox_id", "in", about).execute();
  await tx
    .deleteFrom("outbox")
    .where("done_at", "is", null)
    .where(appointmentOf, "in", [...appointmentIds])
    .execute();
}

// Every message about an appointment begins with its id, a UUID: {"appointmentId":"…"
const appointmentOf = sql<string>`substr(data, 19, 36)`;

/** The one kind of message that holds an address itself: where to tell that an account's address was changed. */
function tellsOf(addresses: readonly string[]) {
  return (eb: ExpressionBuilder<Tables, "outbox">): Expression<SqlBool> =>
    eb.and([
      eb("kind", "=", "account-address-changed"),
      eb.or(
        addresses.map(
          (address) => sql<SqlBool>`lower(data) like ${`%"to":"${address.replace(/[\\%_]/g, "\\$&")}"%`} escape '\\'`,
        ),
      ),
    ]);
}
