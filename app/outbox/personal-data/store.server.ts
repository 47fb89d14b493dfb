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

type About = {
  addresses: readonly string[];
  appointmentIds: readonly string[];
  enquiryIds: readonly string[];
  /** What was written back to those; not needed beside the address that it went to. */
  replyIds?: readonly string[];
};

/**
 * Forgets what was and would be mailed to these addresses and about these records, the practice's own copies too.
 * Rare, so it may read the whole table; the rows of what is done stay, as they hold ids alone.
 */
export async function forgetMails(
  tx: Tx,
  { addresses, appointmentIds, enquiryIds, replyIds = [] }: About,
): Promise<void> {
  if (addresses.length > 0) {
    await tx
      .deleteFrom("mails")
      .where(sql<string>`lower(recipient)`, "in", [...addresses])
      .execute();
    await tx.deleteFrom("outbox").where(tellsOf(addresses)).execute();
  }
  await forgetAbout(tx, APPOINTMENT, appointmentIds);
  await forgetAbout(tx, ENQUIRY, enquiryIds);
  await forgetAbout(tx, REPLY, replyIds);
}

// Every message about a record begins with the record's id, a UUID: {"appointmentId":"…, {"enquiryId":"…, {"replyId":"…
const APPOINTMENT = sql<string>`substr(data, 19, 36)`;
const ENQUIRY = sql<string>`substr(data, 15, 36)`;
const REPLY = sql<string>`substr(data, 13, 36)`;

async function forgetAbout(tx: Tx, idInData: typeof ENQUIRY, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const about = tx
    .selectFrom("outbox")
    .select("id")
    .where(idInData, "in", [...ids]);
  await tx.deleteFrom("mails").where("outbox_id", "in", about).execute();
  await tx
    .deleteFrom("outbox")
    .where("done_at", "is", null)
    .where(idInData, "in", [...ids])
    .execute();
}

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
