import { randomInt } from "node:crypto";
import { listRests, listServiceRates, sellerRate } from "#app/payments/bills.db.server.ts";
import { type Ledger, noteKey, openLedger, record, takenBefore } from "#app/payments/ledger.server.ts";
import { type Line, MONEY_ERROR, MOST_PENCE, sum, type TakingErrors } from "#app/payments/money.ts";
import { type ChosenProduct, productName, readProducts } from "#app/payments/shop/products.server.ts";
import { getVoucher, getVoucherByCode, listVatRates, ownerOf } from "#app/payments/shop/vouchers.db.server.ts";
import {
  codeInWords,
  codeKeyOf,
  expiryOf,
  refusalOfVoucher,
  type VatKind,
  type Voucher,
  vatKindOf,
} from "#app/payments/shop/vouchers.ts";
import {
  addItem,
  addPayments,
  addProducts,
  momentOf,
  openDayOf,
  type Writing,
} from "#app/payments/take-payment.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { consumeRateLimit, returnAttempt } from "#app/platform/limits.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, may, mayWith } from "#app/platform/permissions.ts";

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
  | {
      kind: "sold";
      takingId: string;
      saleId: string;
      codes: { title: string; code: string; expiresOn: string }[];
      again: boolean;
    }
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
    if (before && !before.changed) {
      const { takingId } = before;
      return { kind: "sold", takingId, saleId: await billOf(tx, takingId), codes: [], again: true };
    }
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
    const sold = { billId, clientId, sale, chosen: products.chosen, months: moment.voucherMonths };
    const codes = await addVouchers(writing, sold);
    const paid = { lines: sale.lines, tipPence: 0 };
    await addPayments(writing, { billId, clientId, taking: paid, rests, therapistId: seller.therapist_id });
    await noteKey(tx, { key, body, takingId: writing.takingId, at: moment.at });
    return { kind: "sold", takingId: writing.takingId, saleId: billId, codes, again: false };
  });
}

async function billOf(tx: Tx, takingId: string): Promise<string> {
  const item = tx.selectFrom("bill_items").select("bill_id").where("taking_id", "=", takingId);
  return (await item.executeTakeFirstOrThrow()).bill_id;
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
    return { product: "Choose the client: a course is in their name." };
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

type Added = {
  billId: string;
  clientId: string | null;
  sale: Sale;
  chosen: readonly ChosenProduct[];
  months: number;
};

async function addVouchers(writing: Writing, { billId, clientId, sale, chosen, months }: Added) {
  const { ledger } = writing;
  const { tx, sellerId } = ledger;
  const own = await sellerRate(tx, sellerId);
  for (const course of chosen.filter(({ kind }) => kind === "course")) {
    const vat = await vatOfCourse(tx, sellerId, course.serviceId);
    for (let nth = 0; nth < course.quantity; nth++) {
      const facePence = course.pence / course.quantity;
      const text = productName({ title: course.title, quantity: 1 });
      const sold = { billId, clientId, facePence, text, vat, note: null, months: course.months ?? months };
      await addVoucher(writing, { ...sold, kind: "course", sessions: course.sessions, serviceId: course.serviceId });
    }
  }
  if (sale.voucherPence === 0) return [];
  const computed = await vatOfVoucher(tx, sellerId);
  const isSet = sale.vat && computed.kind !== "none";
  const chosenRate = sale.vat?.kind === "single" ? own : null;
  const vat = isSet && sale.vat ? { kind: sale.vat.kind, rate: chosenRate } : computed;
  const text = `Voucher for ${priceInFull(sale.voucherPence)}`;
  const note = isSet ? (sale.vat?.note.trim() ?? null) : null;
  const sold = { billId, clientId, facePence: sale.voucherPence, text, vat, note, months };
  const voucher = await addVoucher(writing, { ...sold, kind: "money", sessions: null, serviceId: null });
  return [{ title: text, code: await makeCode(ledger, writing.by.at, voucher.id), expiresOn: voucher.expiresOn }];
}

/** The VAT of a money voucher that this seller sells now. */
export async function vatOfVoucher(tx: Tx, sellerId: string): Promise<{ kind: VatKind; rate: number | null }> {
  const own = await sellerRate(tx, sellerId);
  return vatKindOf(own, own === null ? [] : await listVatRates(tx, { sellerId, own }));
}

/** The same of a course for a service; null: for any. */
export async function vatOfCourse(
  tx: Tx,
  sellerId: string,
  serviceId: string | null,
): Promise<{ kind: VatKind; rate: number | null }> {
  const own = await sellerRate(tx, sellerId);
  return vatKindOf(own, own === null ? [] : await listServiceRates(tx, { own, serviceId }));
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
  months: number;
};

export async function addVoucher({ ledger, by, takingId, day }: Writing, { billId, text, vat, ...sold }: NewVoucher) {
  const rate = vat.kind === "single" ? vat.rate : null;
  const item = { item: "voucher", text, pence: sold.facePence, reason: null, vat: { rate } } as const;
  const itemId = await addItem({ ledger, by, takingId, day }, { billId, ...item });
  const [id, expiresOn] = [newId(), expiryOf(day, sold.months)];
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

/** The voucher that a typed code opens, if it can pay there. Wrong codes are counted: nobody tries them out. */
export async function findByCode(
  app: AppContext,
  actor: Actor,
  { typed, at }: { typed: string; at?: { today: string; sellerId: string; serviceId: string | null } },
): Promise<{ kind: "found"; voucher: Voucher } | { kind: "invalid"; message: string } | { kind: "not-found" }> {
  if (!may(actor, "change", "payments")) return { kind: "not-found" };
  const key = `voucher codes ${actorName(actor)}`;
  const limit = { key, limit: WRONG_CODES_AN_HOUR, windowSeconds: HOUR_SECONDS };
  const verdict = await consumeRateLimit(app, limit);
  if (verdict.kind === "limited") return { kind: "invalid", message: "Too many wrong codes. Try again in an hour." };
  const code = codeKeyOf(typed);
  const voucher = code && (await getVoucherByCode(app.db.kysely, code));
  if (!voucher) return { kind: "invalid", message: "We don’t know this code. Check its letters and digits." };
  await returnAttempt(app, limit);
  const refusal = at ? refusalOfVoucher(voucher, at) : null;
  if (refusal) return { kind: "invalid", message: refusal };
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
    if (!mayWith(actor, ["change", "payments"], await ownerOf(tx, voucher.sellerId))) return { kind: "not-found" };
    const code = await makeCode({ tx }, moment.at, voucherId);
    const line = { at: moment.at, actor: actorName(actor), action: "voucher.renew" };
    await writeAudit(tx, { ...line, subject: { kind: "voucher", id: voucherId } });
    return { kind: "changed", code };
  });
}
