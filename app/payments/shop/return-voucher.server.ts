import { sql } from "kysely";
import { type Ledger, noteKey, openLedger, record, takenBefore } from "#app/payments/ledger.server.ts";
import { addMove, getVoucher, ownerOf } from "#app/payments/shop/vouchers.db.server.ts";
import { DISPUTED, type Voucher } from "#app/payments/shop/vouchers.ts";
import { aboveLimit, type BackOutcome } from "#app/payments/take-back.server.ts";
import { addItem, momentOf, openDayOf, type Writing } from "#app/payments/take-payment.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";

/** Gives back what is left of a voucher or course, the way it was paid. */
export async function returnVoucher(
  app: AppContext,
  actor: Actor,
  { voucherId, seenPence, reason, key }: { voucherId: string; seenPence: number; reason: string; key: string },
): Promise<BackOutcome> {
  const { key: keyHash, body } = idempotencyOf(key, { scope: `return ${voucherId}`, content: { reason, seenPence } });
  return app.db.kysely.transaction().execute(async (tx): Promise<BackOutcome> => {
    const moment = await momentOf(tx, app);
    const known = await getVoucher(tx, voucherId);
    if (!moment || !known) return { kind: "not-found" };
    if (!mayWith(actor, ["change", "payments"], await ownerOf(tx, known.sellerId))) return { kind: "not-found" };
    const ledger = await openLedger(tx, known.sellerId);
    const before = await takenBefore(tx, { key: keyHash, body });
    if (before && !before.changed) return { kind: "undone", takingId: before.takingId };
    const voucher = (await getVoucher(tx, voucherId)) ?? known;
    if (voucher.leftPence !== seenPence || voucher.leftPence === 0) {
      const message = `${priceInFull(voucher.leftPence)} is left of it now. Nothing has changed.`;
      return { kind: "conflict", message };
    }
    if (voucher.isDisputed) return { kind: "conflict", message: DISPUTED };
    if (reason.trim() === "")
      return { kind: "invalid", errors: { reason: "Enter a reason. It stays with the payment." } };
    const day = await openDayOf(tx, { sellerId: voucher.sellerId, day: moment.today });
    const writing = { ledger, by: { at: moment.at, actor: actorName(actor) }, takingId: newId(), day };
    const given = { actor, key: keyHash, command: "voucher", reason: reason.trim(), pence: voucher.leftPence } as const;
    const above = await aboveLimit(writing, app, {
      ...given,
      clientId: voucher.clientId,
      facts: { voucher: voucherId },
    });
    if (above) return above;
    if (!(await returnWithin(writing, { voucher, reason: reason.trim() }))) {
      return {
        kind: "conflict",
        message: "This was sold in another system, which holds its payment. Nothing has changed.",
      };
    }
    await noteKey(tx, { key: keyHash, body, takingId: writing.takingId, at: moment.at });
    return { kind: "undone", takingId: writing.takingId };
  });
}

/** Gives back what is left, the way it was paid. False: it was sold in another system, and nothing is done. */
export async function returnWithin(
  writing: Writing,
  { voucher, reason }: { voucher: Voucher; reason: string },
): Promise<boolean> {
  const { id: voucherId, leftPence: pence, leftSessions: sessions } = voucher;
  const billId = await saleOf(writing.ledger.tx, voucherId);
  if (billId === null) return false;
  await payBack(writing, { billId, pence, reason });
  const rate = voucher.vatKind === "single" ? voucher.vatRate : null;
  const item = { item: "voucher", text: "Voucher given back", pence: -pence } as const;
  await addItem(writing, { billId, ...item, reason, vat: { rate } });
  await addMove(writing, { voucherId, billId: null, move: "returned", pence, sessions, reason });
  return true;
}

/** Null: it was brought over from another system. */
async function saleOf(tx: Tx, voucherId: string): Promise<string | null> {
  const { bill_id, item } = await tx
    .selectFrom("vouchers")
    .innerJoin("bill_items", "bill_items.id", "vouchers.item_id")
    .select(["bill_items.bill_id", "bill_items.item"])
    .where("vouchers.id", "=", voucherId)
    .executeTakeFirstOrThrow();
  return item === "opening" ? null : bill_id;
}

/** Pays pence of a bill back by the payments that it has, the largest first. */
async function payBack(
  { ledger, by, takingId, day }: Writing,
  { billId, pence, reason }: { billId: string; pence: number; reason: string },
): Promise<void> {
  const { tx, sellerId } = ledger;
  const root = sql<string>`coalesce(payments.counters, payments.id)`;
  const shares = await tx
    .selectFrom("allocations")
    .innerJoin("payments", "payments.id", "allocations.payment_id")
    .select([root.as("root"), (all) => all.fn.sum<number>("allocations.pence").as("pence")])
    .where("allocations.bill_id", "=", billId)
    .groupBy(root)
    .orderBy(sql`sum(allocations.pence)`, "desc")
    .orderBy(root)
    .execute();
  let left = pence;
  for (const { root: paymentId, pence: paidPence } of shares) {
    const part = Math.min(left, Number(paidPence));
    if (part <= 0) continue;
    left -= part;
    const paid = await tx.selectFrom("payments").selectAll().where("id", "=", paymentId).executeTakeFirstOrThrow();
    const none = { tip_pence: 0, tip_therapist_id: null };
    const counter = { ...paid, ...none, ...by, id: newId(), taking_id: takingId, day, pence: -part };
    await record(ledger, "payments", [{ ...counter, counters: paymentId, reason }]);
    const keys = { id: newId(), seller_id: sellerId, payment_id: counter.id, bill_id: billId, taking_id: takingId };
    await record(ledger, "allocations", [{ ...keys, pence: -part, ...by }]);
  }
  if (left > 0) throw new Error(`Bill ${billId} has not been paid what its voucher is worth`);
}

const AT_ONCE = 20;

/** Ends some vouchers whose last day is over. Returns how many. */
export async function expireVouchers(app: AppContext): Promise<number> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const moment = await momentOf(tx, app);
    if (!moment) return 0;
    const over = await tx
      .selectFrom("vouchers")
      .select(["id", "seller_id"])
      .where("expires_on", "<", moment.today)
      .where(
        sql<boolean>`face_pence > (select coalesce(sum(pence), 0) from voucher_moves where voucher_id = vouchers.id)`,
      )
      .orderBy("seller_id")
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    let ledger: Ledger | null = null;
    for (const { id, seller_id } of over) {
      if (ledger?.sellerId !== seller_id) ledger = await openLedger(tx, seller_id);
      const voucher = await getVoucher(tx, id);
      if (!voucher || voucher.leftPence === 0) continue;
      const day = await openDayOf(tx, { sellerId: seller_id, day: moment.today });
      const writing = { ledger, by: { at: moment.at, actor: "system" }, takingId: newId(), day };
      const { leftPence: pence, leftSessions: sessions } = voucher;
      await addMove(writing, { voucherId: id, billId: null, move: "expired", pence, sessions, reason: null });
    }
    return over.length;
  });
}
