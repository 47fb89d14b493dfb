import { type DeliveryReport, findFailure, reasonInWords } from "#app/mail/delivery-report.ts";
import type { Subject } from "#app/mail/message.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";

/**
 * Notes that a mail of ours came back, and marks its address. Null: none of the ids is a Message-ID of ours, which nobody
 * can guess, or the report names no failure. Returns the mail’s kind and what it was about.
 */
export async function noteCameBack(
  tx: Tx,
  { returned, reports, now }: { returned: readonly string[]; reports: readonly DeliveryReport[]; now: number },
): Promise<{ kind: string; subject: Subject | null } | null> {
  if (returned.length === 0) return null;
  const mail = await tx
    .selectFrom("mails")
    .innerJoin("outbox", "outbox.id", "mails.outbox_id")
    .select(["outbox_id", "recipient", "kind", "subject_kind", "subject_id"])
    .where("message_id", "in", [...returned])
    .where("sent_at", "is not", null)
    .where("returned_at", "is", null)
    .executeTakeFirst();
  const failure = mail && findFailure(reports, mail.recipient);
  if (!mail || !failure) return null;
  const { status, answer } = failure;
  await tx
    .updateTable("mails")
    .set({ returned_at: now, return_status: status, return_answer: answer })
    .where("outbox_id", "=", mail.outbox_id)
    .execute();
  await tx
    .insertInto("returned_addresses")
    .values({ address: mail.recipient.toLowerCase(), at: now, status })
    .onConflict((conflict) => conflict.column("address").doUpdateSet({ at: now, status }))
    .execute();
  const { subject_kind, subject_id: id } = mail;
  return { kind: mail.kind, subject: subject_kind && id ? { kind: subject_kind, id } : null };
}

/** When the last mail to an address came back, and why. */
export type ReturnedAddress = { at: number; reason: string };

/** The mark on this address; null: none. */
export async function getReturned(db: Queries, address: string): Promise<ReturnedAddress | null> {
  if (address === "") return null;
  const row = await db
    .selectFrom("returned_addresses")
    .select(["at", "status"])
    .where("address", "=", address.toLowerCase())
    .executeTakeFirst();
  return row ? { at: row.at, reason: reasonInWords(row.status) } : null;
}

/** How many clients have an address from which mail came back, and the id of one of them. */
export function selectReturned(db: Queries) {
  return db
    .selectFrom("returned_addresses")
    .innerJoin("client_keys", (join) =>
      join.onRef("client_keys.value", "=", "returned_addresses.address").on("client_keys.kind", "=", "email"),
    )
    .innerJoin("clients", "clients.id", "client_keys.client_id")
    .whereRef(lowerCaseOf("clients.email"), "=", "returned_addresses.address")
    .select((eb) => [
      eb.fn.countAll<number>().as("returned"),
      eb.fn.min<string | null>("clients.id").as("returnedClient"),
    ]);
}

/** Takes the mark off an address: someone knows that mails arrive there. */
export async function clearReturned(
  app: AppContext,
  actor: Actor,
  { address, subject }: { address: string; subject: Subject },
): Promise<{ kind: "changed" | "not-found" | "forbidden" }> {
  if (!may(actor, "change", "mails")) return { kind: "forbidden" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("returned_addresses")
      .where("address", "=", address.toLowerCase())
      .executeTakeFirst();
    if (Number(numDeletedRows) === 0) return { kind: "not-found" };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "mail.address-works", subject });
    return { kind: "changed" };
  });
}

/** A report comes within minutes, mostly. Two days without one, and the mail has arrived. */
const ARRIVED_AFTER = 2 * 86_400_000;

/** Takes the mark off addresses to which a later mail was sent that did not come back. */
export async function clearArrived(db: Queries, now: number): Promise<void> {
  const marked = await db.selectFrom("returned_addresses").select(["address", "at"]).execute();
  for (const { address, at } of marked) {
    const later = await db
      .selectFrom("mails")
      .select("outbox_id")
      .where(lowerCaseOf("recipient"), "=", address)
      .where("sent_at", ">", at)
      .where("sent_at", "<", now - ARRIVED_AFTER)
      .where("returned_at", "is", null)
      .limit(1)
      .executeTakeFirst();
    if (!later) continue;
    await db.deleteFrom("returned_addresses").where("address", "=", address).where("at", "=", at).execute();
  }
}
