import { listBills, sellerRate } from "#app/payments/bills.db.server.ts";
import { noteKey, openLedger, PRACTICE_SELLER, record, takenBefore } from "#app/payments/ledger.server.ts";
import type { TakenMethod } from "#app/payments/money.ts";
import { listVatRates } from "#app/payments/shop/vouchers.db.server.ts";
import { codeKeyOf, endingFrom, expiryOf, vatKindOf } from "#app/payments/shop/vouchers.ts";
import { momentOf, openDayOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";

type Opening = { clientId: string; creditPence: number; owedPence: number; key: string };

/** Which of these openings the ledger has already. */
async function listOpenings(db: Queries, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom("ledger_keys")
    .select("key")
    .where("key", "in", [...keys])
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/**
 * Brings a client's balance over from the system before this one. No money changes hands: what is owed becomes a bill
 * of the practice, and credit what no bill has of a payment of nothing, so closings and files stay as they are.
 */
async function recordOpening(
  tx: Tx,
  { app, actor }: { app: AppContext; actor: Actor },
  { clientId, creditPence, owedPence, key }: Opening,
): Promise<void> {
  const moment = await momentOf(tx, app);
  if (!moment) throw new Error("No payments are taken here");
  const ledger = await openLedger(tx, PRACTICE_SELLER);
  const seller = { seller_id: PRACTICE_SELLER };
  const day = await openDayOf(tx, { sellerId: PRACTICE_SELLER, day: moment.today });
  const by = { at: moment.at, actor: actorName(actor) };
  const takingId = newId();
  const brought = async (text: string, pence: number) => {
    const id = newId();
    await record(ledger, "bills", [{ id, ...seller, client_id: clientId, appointment_id: null, ...by }]);
    const item = { id: newId(), ...seller, bill_id: id, taking_id: takingId, item: "opening" as const, text, pence };
    const rest = { vat_rate: null, vat_pence: 0, counters: null, reason: null, day };
    await record(ledger, "bill_items", [{ ...item, ...rest, ...by }]);
    return id;
  };
  if (owedPence > 0) await brought("Balance brought over", owedPence);
  if (creditPence > 0) {
    const billId = await brought("Credit brought over", -creditPence);
    const id = newId();
    const nothing = { method: "credit", pence: 0, tip_pence: 0, tip_therapist_id: null, counters: null, reason: null };
    await record(ledger, "payments", [
      { id, ...seller, client_id: clientId, taking_id: takingId, ...nothing, day, ...by },
    ]);
    const given = { payment_id: id, bill_id: billId, taking_id: takingId, pence: -creditPence };
    await record(ledger, "allocations", [{ id: newId(), ...seller, ...given, ...by }]);
  }
  await noteKey(tx, { key, body: key, takingId, at: moment.at });
}

/** Handed to the imports. */
export const openings = { list: listOpenings, record: recordOpening, recordVoucher: recordOpenVoucher, codeKeyOf };

type PayOutcome = { kind: "taken" } | { kind: "conflict"; message: string } | { kind: "not-found" };

/** Takes all that is left of a balance that was brought over. */
export async function payOpening(
  app: AppContext,
  actor: Actor,
  { billId, method, key }: { billId: string; method: TakenMethod; key: string },
): Promise<PayOutcome> {
  if (!mayWith(actor, ["change", "payments"], null)) return { kind: "not-found" };
  const { key: keyHash, body } = idempotencyOf(key, { scope: `opening ${billId}`, content: { method } });
  return app.db.kysely.transaction().execute(async (tx): Promise<PayOutcome> => {
    const moment = await momentOf(tx, app);
    const [known] = await listBills(tx, { ids: [billId] });
    if (!moment || !known || known.appointmentId !== null) return { kind: "not-found" };
    const ledger = await openLedger(tx, known.sellerId);
    if (await takenBefore(tx, { key: keyHash, body })) return { kind: "taken" };
    const [bill] = await listBills(tx, { ids: [billId] });
    if (!bill || bill.owedPence <= 0)
      return { kind: "conflict", message: "This was paid before. Nothing has changed." };
    const day = await openDayOf(tx, { sellerId: bill.sellerId, day: moment.today });
    const keys = { seller_id: bill.sellerId, taking_id: newId() };
    const by = { at: moment.at, actor: actorName(actor) };
    const [id, pence] = [newId(), bill.owedPence];
    const none = { tip_pence: 0, tip_therapist_id: null, counters: null, reason: null };
    await record(ledger, "payments", [{ id, ...keys, client_id: bill.clientId, method, pence, ...none, day, ...by }]);
    await record(ledger, "allocations", [{ id: newId(), ...keys, payment_id: id, bill_id: billId, pence, ...by }]);
    await noteKey(tx, { key: keyHash, body, takingId: keys.taking_id, at: moment.at });
    return { kind: "taken" };
  });
}

/** Prices from the system before this one: shown as imported, and in no sum of ours. */
export async function listImportedPrices(
  db: Queries,
  clientId: string,
): Promise<{ id: string; day: string; text: string; pence: number }[]> {
  return db
    .selectFrom("imported_prices")
    .select(["id", "day", "text", "pence"])
    .where("client_id", "=", clientId)
    .orderBy("day", "desc")
    .orderBy("id")
    .limit(MOST)
    .execute();
}

const MOST = 200;

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
async function recordOpenVoucher(
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
