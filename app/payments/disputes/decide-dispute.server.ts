import { listDisputes } from "#app/payments/disputes/disputes.server.ts";
import { openLedger } from "#app/payments/ledger.server.ts";
import { counterPart, restOf } from "#app/payments/take-back.server.ts";
import { openDayOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

export type DecidedDispute = { kind: "changed" } | { kind: "conflict"; message: string } | { kind: "not-found" };

const GONE = "Taken back by the client’s bank";

/**
 * The money of a dispute is gone: the ledger says so, and the bill is owed again or the price falls by it. Nothing is
 * sent to the card: the bank has it. A second press changes nothing.
 */
export async function decideDispute(
  app: AppContext,
  actor: Actor,
  { id, decision }: { id: string; decision: "owed" | "let-go" },
): Promise<DecidedDispute> {
  const seen = (await listDisputes(app, actor, id))?.disputes[0];
  if (!seen) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<DecidedDispute> => {
    const { zone } = (await readPractice(app, tx)).settings.bookingRules;
    const ledger = await openLedger(tx, seen.sellerId);
    const by = { at: app.clock.now(), actor: actorName(actor) };
    const mine = await tx
      .updateTable("disputes")
      .set({ decision, decided_at: by.at, decided_by: by.actor })
      .where("id", "=", id)
      .where("ended_at", "is not", null)
      .where("taken_pence", ">", 0)
      .where("decision", "is", null)
      .returning(["page_id", "taken_pence", "ref"])
      .executeTakeFirst();
    if (!mine) return { kind: "conflict", message: "This was decided before. Nothing has changed." };
    const payment = await tx
      .selectFrom("pay_pages")
      .innerJoin("payments", "payments.id", "pay_pages.payment_id")
      .selectAll("payments")
      .where("pay_pages.id", "=", mine.page_id)
      .executeTakeFirst();
    if (payment) {
      const day = await openDayOf(tx, { sellerId: seen.sellerId, day: localDateOf(by.at, zone) });
      const writing = { ledger, by, takingId: newId(), day };
      let left = mine.taken_pence;
      // A link may have paid several bills.
      for (;;) {
        const rest = await restOf(tx, payment);
        const pence = Math.min(left, rest.pence);
        if (pence <= 0) break;
        left -= pence;
        const given = { payment, rest, pence, reason: GONE, owesAgain: decision === "owed" };
        await leaveToBank(tx, { refundId: await counterPart(writing, given), ref: mine.ref, at: by.at });
      }
    }
    await writeAudit(tx, { ...by, action: "dispute.decide", subject: { kind: "money", id }, detail: { decision } });
    return { kind: "changed" };
  });
}

/** What `record` noted to be sent to the card has gone there already. */
async function leaveToBank(tx: Tx, { refundId, ref, at }: { refundId: string; ref: string; at: number }) {
  const done = { state: "done", provider_ref: ref, done_at: at, next_at: null } as const;
  await tx.updateTable("online_refunds").set(done).where("id", "=", refundId).execute();
}
