import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { priceInFull } from "#app/catalogue/price.ts";
import { listRests, vatRateOf } from "#app/payments/bills.db.server.ts";
import { type Ledger, noteKey, openLedger, record, takenBefore } from "#app/payments/ledger.server.ts";
import { type Line, MONEY_ERROR, MOST_PENCE, sum, type TakingErrors } from "#app/payments/money.ts";
import { type ChosenProduct, productName, readProducts } from "#app/payments/products.server.ts";
import type { BackOutcome } from "#app/payments/take-back.server.ts";
import {
  addItem,
  addPayments,
  addProducts,
  momentOf,
  openDayOf,
  type Writing,
} from "#app/payments/take-payment.server.ts";
import { addMove, getVoucher, getVoucherByCode, listVatRates } from "#app/payments/vouchers.db.server.ts";
import {
  codeFrom,
  codeInWords,
  expiryOf,
  type VatKind,
  VOUCHER_MONTHS,
  type Voucher,
  vatKindOf,
} from "#app/payments/vouchers.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { consumeRateLimit, returnAttempt } from "#app/platform/limits.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

/** What is sold without an appointment, and how it is paid: in full. */
export type Sale = {
  products: readonly { productId: string; quantity: number }[];
  /** A voucher of this much; 0: none. */
  voucherPence: number;
  lines: readonly Line[];
  /** The owner's own word on a voucher's VAT. */
  vat?: { kind: Exclude<VatKind, "none">; note: string } | null;
  /** What was shown as to pay. */
  seenPence: number;
};

export type SellOutcome =
  /** `codes`: shown once. Empty for a press that was counted before. */
  | { kind: "sold"; takingId: string; codes: { title: string; code: string; expiresOn: string }[]; again: boolean }
  | { kind: "invalid"; errors: TakingErrors }
  | { kind: "conflict"; message: string }
  | { kind: "not-found" };

type Selling = { sellerId: string; clientId: string | null; key: string; sale: Sale };

/** Sells products, courses and a voucher at the desk. A course needs a client, as it stands to their name. */
export async function sell(app: AppContext, actor: Actor, selling: Selling): Promise<SellOutcome> {
  const { sellerId, clientId, sale } = selling;
  const { key, body } = idempotencyOf(selling.key, { scope: `sell ${sellerId} ${clientId}`, content: sale });
  return app.db.kysely.transaction().execute(async (tx): Promise<SellOutcome> => {
    const moment = await momentOf(tx, app);
    const seller = await tx.selectFrom("sellers").selectAll().where("id", "=", sellerId).executeTakeFirst();
    const isKnown = clientId === null || (await hasClient(tx, clientId));
    if (!moment || !seller || !isKnown || !mayWith(actor, ["change", "payments"], seller.therapist_id)) {
      return { kind: "not-found" };
    }
    const ledger = await openLedger(tx, sellerId);
    const before = await takenBefore(tx, { key, body });
    if (before && !before.changed) return { kind: "sold", takingId: before.takingId, codes: [], again: true };
    if (before) return { kind: "conflict", message: "This page was sent before with other amounts. Check the day." };
    const products = await readProducts(tx, { sellerId, chosen: sale.products });
    if (products.kind !== "found") return products;
    const rests = await listRests(tx, { clientId, sellerId });
    const errors = refusalOfSale(actor, selling, { chosen: products.chosen, credit: Math.max(0, sum(rests)) });
    if (errors) return { kind: "invalid", errors };
    const toPay = sum(products.chosen) + sale.voucherPence;
    if (toPay !== sale.seenPence || sum(sale.lines) !== toPay) {
      return { kind: "conflict", message: `A price has changed. ${priceInFull(toPay)} is to pay now.` };
    }
    const by = { at: moment.at, actor: actorName(actor) };
    const writing = { ledger, by, takingId: newId(), day: await openDayOf(tx, { sellerId, day: moment.today }) };
    const billId = newId();
    await record(ledger, "bills", [
      { id: billId, seller_id: sellerId, client_id: clientId, appointment_id: null, ...by },
    ]);
    const goods = products.chosen.filter(({ kind }) => kind === "product");
    await addProducts(writing, { billId, products: goods });
    const codes = await addVouchers(writing, { billId, clientId, sale, chosen: products.chosen });
    const paid = { lines: sale.lines, tipPence: 0 };
    await addPayments(writing, { billId, clientId, taking: paid, rests, therapistId: seller.therapist_id });
    await noteKey(tx, { key, body, takingId: writing.takingId, at: moment.at });
    return { kind: "sold", takingId: writing.takingId, codes, again: false };
  });
}

function refusalOfSale(
  actor: Actor,
  { clientId, sale }: Selling,
  { chosen, credit }: { chosen: readonly ChosenProduct[]; credit: number },
): TakingErrors | null {
  const { voucherPence, lines, vat } = sale;
  const isAmount = (pence: number) => Number.isSafeInteger(pence) && pence >= 0 && pence <= MOST_PENCE;
  if (!isAmount(voucherPence) || !lines.every(({ pence }) => isAmount(pence) && pence > 0)) {
    return { amount: MONEY_ERROR };
  }
  if (chosen.length === 0 && voucherPence === 0) return { product: "Choose what is sold." };
  if (chosen.some(({ kind }) => kind === "course") && clientId === null) {
    return { product: "Choose the client: a course stands to their name." };
  }
  if (lines.length === 0) return { amount: "Choose how it is paid." };
  const fromCredit = sum(lines.filter(({ method }) => method === "credit"));
  if (fromCredit > credit) return { credit: `There is ${priceInFull(credit)} of credit.` };
  if (vat && !mayWith(actor, ["change", "settings"], null)) return { voucher: "Only an owner sets a voucher’s VAT." };
  return vat && vat.note.trim() === "" ? { reason: "Enter why the VAT is another." } : null;
}

async function hasClient(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom("clients").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

type Added = { billId: string; clientId: string | null; sale: Sale; chosen: readonly ChosenProduct[] };

async function addVouchers(writing: Writing, { billId, clientId, sale, chosen }: Added) {
  const { ledger } = writing;
  const { tx, sellerId } = ledger;
  const rate = await vatRateOf(tx, sellerId);
  for (const course of chosen.filter(({ kind }) => kind === "course")) {
    // A course is for treatments, and those have the seller's own rate.
    const vat = vatKindOf(rate, [null]);
    for (let nth = 0; nth < course.quantity; nth++) {
      const facePence = course.pence / course.quantity;
      const text = productName({ title: course.title, quantity: 1 });
      const sold = { billId, clientId, facePence, text, vat, note: null };
      await addVoucher(writing, { ...sold, kind: "course", sessions: course.sessions, serviceId: course.serviceId });
    }
  }
  if (sale.voucherPence === 0) return [];
  const computed = vatKindOf(rate, await listVatRates(tx, sellerId));
  const isSet = sale.vat && computed.kind !== "none";
  const chosenRate = sale.vat?.kind === "single" ? rate : null;
  const vat = isSet && sale.vat ? { kind: sale.vat.kind, rate: chosenRate } : computed;
  const text = `Voucher for ${priceInFull(sale.voucherPence)}`;
  const note = isSet ? (sale.vat?.note.trim() ?? null) : null;
  const sold = { billId, clientId, facePence: sale.voucherPence, text, vat, note };
  const voucher = await addVoucher(writing, { ...sold, kind: "money", sessions: null, serviceId: null });
  return [{ title: text, code: await makeCode(ledger, writing.by.at, voucher.id), expiresOn: voucher.expiresOn }];
}

type NewVoucher = {
  billId: string;
  clientId: string | null;
  kind: "money" | "course";
  text: string;
  facePence: number;
  sessions: number | null;
  serviceId: string | null;
  vat: { kind: VatKind; rate: number | null };
  note: string | null;
};

async function addVoucher({ ledger, by, takingId, day }: Writing, { billId, text, vat, ...sold }: NewVoucher) {
  const rate = vat.kind === "single" ? vat.rate : null;
  const item = { item: "voucher", text, pence: sold.facePence, reason: null, vat: { rate } } as const;
  const itemId = await addItem({ ledger, by, takingId, day }, { billId, ...item });
  const [id, expiresOn] = [newId(), expiryOf(day, VOUCHER_MONTHS)];
  const keys = { id, seller_id: ledger.sellerId, client_id: sold.clientId, item_id: itemId, taking_id: takingId };
  const worth = { face_pence: sold.facePence, sessions: sold.sessions, service_id: sold.serviceId };
  const frozen = { vat_kind: vat.kind, vat_rate: rate, expires_on: expiresOn, note: sold.note, day, ...by };
  await record(ledger, "vouchers", [{ ...keys, kind: sold.kind, title: text, ...worth, ...frozen }]);
  return { id, expiresOn };
}

// As in references: nothing that is read wrongly. 60 bits, so a stored hash can't be tried out.
const CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 12;

async function makeCode({ tx }: Pick<Ledger, "tx">, at: number, voucherId: string): Promise<string> {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join("");
  const row = { code_hash: hashOf(code), ending: code.slice(-4), made_at: at };
  await tx
    .insertInto("voucher_codes")
    .values({ voucher_id: voucherId, ...row })
    .onConflict((conflict) => conflict.column("voucher_id").doUpdateSet(row))
    .execute();
  return codeInWords(code);
}

const WRONG_CODES_AN_HOUR = 20;
const HOUR_SECONDS = 3600;

/** The voucher that a typed code opens. Wrong codes are counted: nobody tries them out. */
export async function findByCode(
  app: AppContext,
  actor: Actor,
  typed: string,
): Promise<{ kind: "found"; voucher: Voucher } | { kind: "invalid"; message: string }> {
  const key = `voucher codes ${actorName(actor)}`;
  const limit = { key, limit: WRONG_CODES_AN_HOUR, windowSeconds: HOUR_SECONDS };
  const verdict = await consumeRateLimit(app, limit);
  if (verdict.kind === "limited") return { kind: "invalid", message: "Too many wrong codes. Try again in an hour." };
  const code = codeFrom(typed);
  const voucher = code && (await getVoucherByCode(app.db.kysely, code));
  if (!voucher) return { kind: "invalid", message: "We don’t know this code. Check its 12 letters and digits." };
  await returnAttempt(app, limit);
  return { kind: "found", voucher };
}

/** A new code for a voucher whose code is lost; the old one opens nothing from now on. */
export async function renewCode(
  app: AppContext,
  actor: Actor,
  voucherId: string,
): Promise<{ kind: "changed"; code: string } | { kind: "not-found" }> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const moment = await momentOf(tx, app);
    const voucher = await getVoucher(tx, voucherId);
    if (!moment || voucher?.kind !== "money" || voucher.leftPence === 0) return { kind: "not-found" };
    if (!mayWith(actor, ["change", "payments"], await therapistOf(tx, voucher.sellerId))) return { kind: "not-found" };
    const code = await makeCode({ tx }, moment.at, voucherId);
    const line = { at: moment.at, actor: actorName(actor), action: "voucher.renew" };
    await writeAudit(tx, { ...line, subject: { kind: "voucher", id: voucherId } });
    return { kind: "changed", code };
  });
}

async function therapistOf(tx: Queries, sellerId: string): Promise<string | null> {
  const row = await tx.selectFrom("sellers").select("therapist_id").where("id", "=", sellerId).executeTakeFirst();
  return row?.therapist_id ?? null;
}

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
    if (!mayWith(actor, ["change", "payments"], await therapistOf(tx, known.sellerId))) return { kind: "not-found" };
    const ledger = await openLedger(tx, known.sellerId);
    const before = await takenBefore(tx, { key: keyHash, body });
    if (before && !before.changed) return { kind: "undone", takingId: before.takingId };
    const voucher = (await getVoucher(tx, voucherId)) ?? known;
    if (voucher.leftPence !== seenPence || voucher.leftPence === 0) {
      const message = `${priceInFull(voucher.leftPence)} is left of it now. Nothing has changed.`;
      return { kind: "conflict", message };
    }
    if (reason.trim() === "")
      return { kind: "invalid", errors: { reason: "Enter a reason. It stays with the payment." } };
    const day = await openDayOf(tx, { sellerId: voucher.sellerId, day: moment.today });
    const writing = { ledger, by: { at: moment.at, actor: actorName(actor) }, takingId: newId(), day };
    const billId = await saleOf(tx, voucherId);
    await payBack(writing, { billId, pence: voucher.leftPence, reason: reason.trim() });
    const rate = voucher.vatKind === "single" ? voucher.vatRate : null;
    const item = { item: "voucher", text: "Voucher given back", pence: -voucher.leftPence } as const;
    await addItem(writing, { billId, ...item, reason: reason.trim(), vat: { rate } });
    const { leftPence: pence, leftSessions: sessions } = voucher;
    await addMove(writing, { voucherId, billId: null, move: "returned", pence, sessions, reason: reason.trim() });
    await noteKey(tx, { key: keyHash, body, takingId: writing.takingId, at: moment.at });
    return { kind: "undone", takingId: writing.takingId };
  });
}

async function saleOf(tx: Tx, voucherId: string): Promise<string> {
  const { bill_id } = await tx
    .selectFrom("vouchers")
    .innerJoin("bill_items", "bill_items.id", "vouchers.item_id")
    .select("bill_items.bill_id")
    .where("vouchers.id", "=", voucherId)
    .executeTakeFirstOrThrow();
  return bill_id;
}

/** Pays pence of a bill back by the payments that it has, the largest first. */
async function payBack(
  { ledger, by, takingId, day }: Writing,
  { billId, pence, reason }: { billId: string; pence: number; reason: string },
): Promise<void> {
  const { tx, sellerId } = ledger;
  const root = sql<string>`coalesce(payments.counters, payments.id)`;
  const parts = await tx
    .selectFrom("allocations")
    .innerJoin("payments", "payments.id", "allocations.payment_id")
    .select([root.as("root"), (all) => all.fn.sum<number>("allocations.pence").as("pence")])
    .where("allocations.bill_id", "=", billId)
    .groupBy(root)
    .orderBy(sql`sum(allocations.pence)`, "desc")
    .orderBy(root)
    .execute();
  let left = pence;
  for (const { root: paymentId, pence: held } of parts) {
    const part = Math.min(left, Number(held));
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
