import { sellerRate } from "#app/payments/bills.db.server.ts";
import { noteKey, openLedger, PRACTICE_SELLER, record } from "#app/payments/ledger.server.ts";
import { listVatRates } from "#app/payments/shop/vouchers.db.server.ts";
import { codeKeyOf, endingFrom, expiryOf, vatKindOf } from "#app/payments/shop/vouchers.ts";
import { momentOf, openDayOf } from "#app/payments/take-payment.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";

type OpenVoucher = {
  clientId: string | null;
  /** Of the system before this one; empty: it has none. */
  code: string;
  title: string;
  leftPence: number;
  /** Of a course. */
  sessions: number | null;
  /** Null: by the practice's own rule. */
  expiresOn: string | null;
  key: string;
};

/**
 * Brings what is left of a voucher or course over from the system before this one. No money changes hands: its bill
 * adds up to nothing, so closings and files stay as they are, and what it pays later is no sale again.
 */
export async function recordOpenVoucher(
  tx: Tx,
  { app, actor }: { app: AppContext; actor: Actor },
  { clientId, code, title, leftPence, sessions, expiresOn, key }: OpenVoucher,
): Promise<void> {
  const moment = await momentOf(tx, app);
  if (!moment) throw new Error("No payments are taken here");
  const ledger = await openLedger(tx, PRACTICE_SELLER);
  const day = await openDayOf(tx, { sellerId: PRACTICE_SELLER, day: moment.today });
  const by = { at: moment.at, actor: actorName(actor) };
  const [billId, takingId, itemId, id] = [newId(), newId(), newId(), newId()];
  const seller = { seller_id: PRACTICE_SELLER };
  await record(ledger, "bills", [{ id: billId, ...seller, client_id: clientId, appointment_id: null, ...by }]);
  // The name of a voucher may say whom it is for.
  const name = sessions === null ? "Voucher" : title || "Course";
  const none = { vat_rate: null, vat_pence: 0, counters: null, reason: null, day, ...by };
  const item = { ...seller, bill_id: billId, taking_id: takingId, item: "opening" as const, ...none };
  await record(ledger, "bill_items", [
    { ...item, id: itemId, text: `${name} brought over`, pence: leftPence },
    { ...item, id: newId(), text: "Paid in the system before this one", pence: -leftPence },
  ]);
  const own = await sellerRate(tx, PRACTICE_SELLER);
  const rates = own === null ? [] : await listVatRates(tx, { sellerId: PRACTICE_SELLER, own });
  const vat = vatKindOf(own, rates);
  const worth = { face_pence: leftPence, sessions, service_id: null, note: null, day, ...by };
  const frozen = { vat_kind: vat.kind, vat_rate: vat.kind === "single" ? vat.rate : null };
  const kind = sessions === null ? ("money" as const) : ("course" as const);
  const until = expiresOn ?? expiryOf(moment.today, moment.voucherMonths);
  const keys = { id, ...seller, client_id: clientId, item_id: itemId, taking_id: takingId };
  await record(ledger, "vouchers", [{ ...keys, kind, title: name, ...worth, ...frozen, expires_on: until }]);
  const codeKey = codeKeyOf(code);
  if (codeKey) {
    const row = { voucher_id: id, code_hash: hashOf(codeKey), ending: endingFrom(code), made_at: moment.at };
    await tx.insertInto("voucher_codes").values(row).execute();
  }
  await noteKey(tx, { key, body: key, takingId, at: moment.at });
}
