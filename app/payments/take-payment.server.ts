import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { type Bill, getBillOf, listRests, sellerOf, vatRateOf } from "#app/payments/bills.db.server.ts";
import { type Ledger, noteKey, openLedger, record, takenBefore } from "#app/payments/ledger.server.ts";
import {
  type Method,
  MONEY_ERROR,
  paidInWords,
  parseMoney,
  refusalOf,
  sum,
  type TakenMethod,
  type Taking,
  type TakingErrors,
  vatWithin,
} from "#app/payments/money.ts";
import { addSoldProducts, type ChosenProduct, productName, readProducts } from "#app/payments/shop/products.server.ts";
import { findCover, recordSpent, type SpentVoucher } from "#app/payments/shop/vouchers.db.server.ts";
import { voucherName } from "#app/payments/shop/vouchers.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

export type TakeOutcome =
  /** `again`: this press had been counted before. */
  | { kind: "taken"; takingId: string; again: boolean }
  | { kind: "invalid"; errors: TakingErrors }
  /** Somebody else was first. `owed`: what is true now. */
  | { kind: "conflict"; message: string; owed: number }
  | { kind: "not-found" };

/** Epoch ms UTC; `day` in the practice's zone; null while no payments are taken here. */
export async function momentOf(db: Queries, { log, clock }: Pick<AppContext, "log" | "clock">) {
  const { payments, bookingRules, moneyRules } = (await readSettings(db, log)).settings;
  const [at, { zone }, { voucherMonths }] = [clock.now(), bookingRules, moneyRules];
  return payments.on ? { at, today: localDateOf(at, zone), zone, voucherMonths } : null;
}

/**
 * Takes what was pressed at an appointment: makes its bill if it has none, adds items, and counts each payment. `key`
 * makes a repeated press take effect once. Writes nothing unless `seenPence` is what is owed then.
 */
export async function takePayment(
  app: AppContext,
  actor: Actor,
  { appointmentId, key, taking }: { appointmentId: string; key: string; taking: Taking },
): Promise<TakeOutcome> {
  const { key: keyHash, body } = idempotencyOf(key, { scope: `take ${appointmentId}`, content: taking });
  return app.db.kysely.transaction().execute(async (tx): Promise<TakeOutcome> => {
    const appointment = await getAppointment(tx, appointmentId);
    const moment = await momentOf(tx, app);
    if (!appointment || !moment || !mayWith(actor, ["change", "payments"], appointment.therapistId)) {
      return { kind: "not-found" };
    }
    const sellerId = (await getBillOf(tx, appointmentId))?.sellerId ?? (await sellerOf(tx, appointment.therapistId));
    const ledger = await openLedger(tx, sellerId);
    const before = await takenBefore(tx, { key: keyHash, body });
    const bill = await getBillOf(tx, appointmentId);
    const isMissed = (await listMissed(tx, [appointmentId])).has(appointmentId);
    const owed = owedFor({ ...appointment, isMissed }, bill);
    if (before) {
      if (!before.changed) return { kind: "taken", takingId: before.takingId, again: true };
      return { kind: "conflict", message: "This page was sent before with other amounts. Check what is paid.", owed };
    }
    if (owed !== taking.seenPence) return { kind: "conflict", message: await changedSince(tx, bill, owed), owed };
    const clientId = bill ? bill.clientId : await clientIdOf(tx, appointmentId);
    const rests = await listRests(tx, { clientId, sellerId });
    const products = await readProducts(tx, { sellerId, chosen: taking.products ?? [] });
    if (products.kind !== "found") return products.kind === "conflict" ? { ...products, owed } : products;
    const productsPence = sum(products.chosen);
    if (productsPence !== (taking.productsPence ?? productsPence)) {
      return { kind: "conflict", message: `The price of an item has changed to ${priceInFull(productsPence)}.`, owed };
    }
    const billed = owed + productsPence;
    const errors = refusalOf(taking, { owed: billed, credit: Math.max(0, sum(rests)) });
    if (errors) return { kind: "invalid", errors };
    const toPay = billed + sum(taking.extras) - (taking.discount?.pence ?? 0);
    const service = { id: appointment.serviceId, pence: appointment.pricePence, billId: bill?.id ?? null };
    const cover = await findCover(tx, taking, { toPay, sellerId, today: moment.today, clientId, service });
    if (cover?.kind === "conflict") return { ...cover, owed };
    if (cover?.kind === "invalid") return cover;
    const by = { at: moment.at, actor: actorName(actor) };
    const writing = { ledger, by, takingId: newId(), day: await openDayOf(tx, { sellerId, day: moment.today }) };
    const billId = bill?.id ?? (await makeBill(writing, { appointmentId, clientId }));
    if (!bill?.hasService && owed > (bill?.owedPence ?? 0)) await addService(writing, { billId, appointment });
    await addItems(writing, { billId, taking, products: products.chosen });
    if (cover) await addSpent(writing, { billId, cover });
    await addPayments(writing, { billId, clientId, taking, rests, therapistId: appointment.therapistId });
    await noteKey(tx, { key: keyHash, body, takingId: writing.takingId, at: moment.at });
    return { kind: "taken", takingId: writing.takingId, again: false };
  });
}

/**
 * What an appointment's client still has to pay: its bill, and the booked price while that is not on it. One that is
 * cancelled or was missed costs a fee or nothing.
 */
export function owedFor(
  { status, pricePence, isMissed }: Pick<Appointment, "status" | "pricePence"> & { isMissed: boolean },
  bill: Bill | null,
): number {
  const isOff = viewStatus(status) === "Cancelled" || isMissed;
  if (isOff) return bill && !bill.hasService ? bill.owedPence : 0;
  return (bill?.owedPence ?? 0) + (bill && (bill.hasService || bill.feePence > 0) ? 0 : pricePence);
}

/** Which of these appointments were missed. */
export async function listMissed(db: Queries, appointmentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("attendances")
    .select("appointment_id")
    .where("appointment_id", "in", [...appointmentIds])
    .where("state", "=", "missed")
    .execute();
  return new Set(rows.map((row) => row.appointment_id));
}

/** Money that the seller holds for a client: paid ahead, for no appointment yet. */
export async function addCredit(
  app: AppContext,
  actor: Actor,
  {
    clientId,
    sellerId,
    key,
    ...paid
  }: { clientId: string; sellerId: string; key: string; method: TakenMethod; pence: number },
): Promise<TakeOutcome> {
  if (!mayWith(actor, ["change", "payments"], null)) return { kind: "not-found" };
  if (paid.pence <= 0 || parseMoney(String(paid.pence / 100)) === null) {
    return { kind: "invalid", errors: { amount: MONEY_ERROR } };
  }
  const { key: keyHash, body } = idempotencyOf(key, { scope: `credit ${clientId}`, content: { ...paid, sellerId } });
  return app.db.kysely.transaction().execute(async (tx): Promise<TakeOutcome> => {
    const moment = await momentOf(tx, app);
    const client = await tx.selectFrom("clients").select("id").where("id", "=", clientId).executeTakeFirst();
    if (!moment || !client) return { kind: "not-found" };
    const ledger = await openLedger(tx, sellerId);
    const before = await takenBefore(tx, { key: keyHash, body });
    if (before?.changed) {
      return {
        kind: "conflict",
        message: "This page was sent before with another amount. Check the balance.",
        owed: 0,
      };
    }
    if (before) return { kind: "taken", takingId: before.takingId, again: true };
    const takingId = newId();
    const day = await openDayOf(tx, { sellerId, day: moment.today });
    const by = { at: moment.at, actor: actorName(actor) };
    const payment = { ...NO_PAYMENT, ...paid, ...by, id: newId(), seller_id: sellerId, client_id: clientId, day };
    await record(ledger, "payments", [{ ...payment, taking_id: takingId }]);
    await noteKey(tx, { key: keyHash, body, takingId, at: moment.at });
    return { kind: "taken", takingId, again: false };
  });
}

type Together = {
  clientId: string;
  appointmentIds: readonly string[];
  method: Method;
  /** What was shown as owed for all of them. */
  seenPence: number;
  key: string;
};

/**
 * Takes all that is owed for several appointments of a client in one press: one payment for each seller, as money of
 * two never mixes. All of it, or nothing.
 */
export async function payTogether(
  app: AppContext,
  actor: Actor,
  { clientId, appointmentIds, method, seenPence, key }: Together,
): Promise<TakeOutcome> {
  if (!mayWith(actor, ["change", "payments"], null)) return { kind: "not-found" };
  const ids = [...new Set(appointmentIds)].sort();
  if (ids.length === 0) return { kind: "invalid", errors: { amount: "Choose at least one appointment." } };
  const { key: keyHash, body } = idempotencyOf(key, {
    scope: `together ${clientId}`,
    content: { ids: ids.join(" "), method, seenPence },
  });
  return app.db.kysely.transaction().execute(async (tx): Promise<TakeOutcome> => {
    const moment = await momentOf(tx, app);
    const appointments = await Promise.all(ids.map((id) => getAppointment(tx, id)));
    if (!moment) return { kind: "not-found" };
    const ledgers = new Map<string, Ledger>();
    const chosen: { appointment: Appointment; sellerId: string }[] = [];
    for (const appointment of appointments) {
      if (!appointment || (await clientIdOf(tx, appointment.id)) !== clientId) return { kind: "not-found" };
      const sellerId = (await getBillOf(tx, appointment.id))?.sellerId ?? (await sellerOf(tx, appointment.therapistId));
      chosen.push({ appointment, sellerId });
    }
    // In one order, so that two desks never wait for each other.
    for (const sellerId of [...new Set(chosen.map((one) => one.sellerId))].sort()) {
      ledgers.set(sellerId, await openLedger(tx, sellerId));
    }
    const before = await takenBefore(tx, { key: keyHash, body });
    if (before && !before.changed) return { kind: "taken", takingId: before.takingId, again: true };
    const missed = await listMissed(tx, ids);
    const due = [];
    for (const { appointment, sellerId } of chosen) {
      const bill = await getBillOf(tx, appointment.id);
      const owed = owedFor({ ...appointment, isMissed: missed.has(appointment.id) }, bill);
      due.push({ appointment, sellerId, bill, pence: owed });
    }
    const owed = sum(due);
    const left = owed === 0 ? "Nothing is left to pay." : `${priceInFull(owed)} is left to pay.`;
    if (before || owed !== seenPence || due.some(({ pence }) => pence === 0)) {
      return { kind: "conflict", message: `Someone has changed this. ${left}`, owed };
    }
    // What one seller took is taken back by itself.
    const takings = new Map([...ledgers.keys()].map((sellerId) => [sellerId, newId()]));
    const by = { at: moment.at, actor: actorName(actor) };
    const shares = [];
    for (const [sellerId, ledger] of ledgers) {
      const own = due.filter((one) => one.sellerId === sellerId);
      const rests = await listRests(tx, { clientId, sellerId });
      const credit = Math.max(0, sum(rests));
      if (method === "credit" && sum(own) > credit) {
        return { kind: "invalid", errors: { credit: `There is ${priceInFull(credit)} of credit.` } };
      }
      shares.push({ sellerId, ledger, own, rests });
    }
    for (const { sellerId, ledger, own, rests } of shares) {
      const takingId = takings.get(sellerId) ?? newId();
      const writing = { ledger, by, takingId, day: await openDayOf(tx, { sellerId, day: moment.today }) };
      await payDue(writing, { clientId, method, due: own, rests });
    }
    const [takingId = ""] = takings.values();
    await noteKey(tx, { key: keyHash, body, takingId, at: moment.at });
    return { kind: "taken", takingId, again: false };
  });
}

type Due = { appointment: Appointment; bill: Bill | null; pence: number };

async function payDue(
  writing: Writing,
  { clientId, method, due, rests }: { clientId: string; method: Method; due: readonly Due[]; rests: Rest[] },
): Promise<void> {
  const { ledger, by, takingId, day } = writing;
  const { sellerId } = ledger;
  const left = rests.filter(({ pence }) => pence > 0).map((rest) => ({ ...rest }));
  const id = newId();
  if (method !== "credit") {
    const keys = { id, seller_id: sellerId, client_id: clientId, taking_id: takingId, day, ...by };
    await record(ledger, "payments", [{ ...NO_PAYMENT, ...keys, method, pence: sum(due) }]);
  }
  for (const { appointment, bill, pence } of due) {
    const billId = bill?.id ?? (await makeBill(writing, { appointmentId: appointment.id, clientId }));
    if (!bill?.hasService && pence > (bill?.owedPence ?? 0)) await addService(writing, { billId, appointment });
    const shares = method === "credit" ? takenFrom(left, pence) : [{ paymentId: id, pence }];
    await record(
      ledger,
      "allocations",
      shares.map((share) => ({
        ...{ id: newId(), seller_id: sellerId, payment_id: share.paymentId, bill_id: billId },
        ...{ taking_id: takingId, pence: share.pence, ...by },
      })),
    );
  }
}

const NO_PAYMENT = { tip_pence: 0, tip_therapist_id: null, counters: null, reason: null };

export type Writing = { ledger: Ledger; by: { at: number; actor: string }; takingId: string; day: string };

export async function makeBill(
  { ledger, by }: Writing,
  { appointmentId, clientId }: { appointmentId: string; clientId: string | null },
): Promise<string> {
  const id = newId();
  const bill = { id, seller_id: ledger.sellerId, client_id: clientId, appointment_id: appointmentId, ...by };
  await record(ledger, "bills", [bill]);
  return id;
}

export async function addService(
  writing: Writing,
  { billId, appointment }: { billId: string; appointment: Appointment },
) {
  const text = `${appointment.serviceTitle}, ${appointment.minutes} min`;
  await addItem(writing, { billId, item: "service", text, pence: appointment.pricePence, reason: null });
}

type NewItem = {
  billId: string;
  item: "service" | "extra" | "discount" | "write-off" | "fee" | "product" | "voucher" | "spent";
  text: string;
  pence: number;
  reason: string | null;
  /** Other than the seller's usual. */
  vat?: { rate: number | null; pence?: number };
};

export async function addItem(
  { ledger, by, takingId, day }: Writing,
  { billId, vat, ...item }: NewItem,
): Promise<string> {
  const rate = vat ? vat.rate : await vatRateOf(ledger.tx, { sellerId: ledger.sellerId, billId, item: item.item });
  const vatOf = { vat_rate: rate, vat_pence: vat?.pence ?? vatWithin(item.pence, rate) };
  const id = newId();
  const keys = { id, seller_id: ledger.sellerId, bill_id: billId, taking_id: takingId, counters: null, day };
  await record(ledger, "bill_items", [{ ...item, ...vatOf, ...keys, ...by }]);
  return id;
}

/** Takes what a voucher or course pays off the bill: its money came when it was sold. */
export async function addSpent(
  writing: Writing,
  { billId, cover }: { billId: string; cover: SpentVoucher },
): Promise<void> {
  const { coveredPence, vatRate, vatPence } = cover;
  const item = { item: "spent", text: voucherName(cover.voucher), pence: -coveredPence, reason: null } as const;
  await addItem(writing, { billId, ...item, vat: { rate: vatRate, pence: vatPence } });
  await recordSpent(writing, { billId, cover });
}

/** Products of the list, at its price, and fewer of them in stock. */
export async function addProducts(
  writing: Writing,
  { billId, products }: { billId: string; products: readonly ChosenProduct[] },
): Promise<void> {
  for (const chosen of products) {
    const { pence, vatRate } = chosen;
    const item = { item: "product", text: productName(chosen), pence, reason: null } as const;
    const itemId = await addItem(writing, { billId, ...item, ...(vatRate === null ? {} : { vat: { rate: vatRate } }) });
    await addSoldProducts(writing, { itemId, productId: chosen.id, quantity: chosen.quantity });
  }
}

async function addItems(
  writing: Writing,
  { billId, taking, products }: { billId: string; taking: Taking; products: readonly ChosenProduct[] },
): Promise<void> {
  await addProducts(writing, { billId, products });
  for (const { text, pence } of taking.extras) {
    await addItem(writing, { billId, item: "extra", text: text.trim(), pence, reason: null });
  }
  const { discount } = taking;
  if (!discount || discount.pence === 0) return;
  const reason = discount.reason.trim();
  await addItem(writing, { billId, item: "discount", text: "Price change", pence: -discount.pence, reason });
}

type Paid = {
  billId: string;
  clientId: string | null;
  taking: Pick<Taking, "lines" | "tipPence">;
  rests: Rest[];
  therapistId: string | null;
};
type Rest = { paymentId: string; pence: number };

export async function addPayments(
  { ledger, by, takingId, day }: Writing,
  { billId, clientId, taking, rests, therapistId }: Paid,
) {
  const { sellerId } = ledger;
  let tip = taking.tipPence;
  const left = rests.filter(({ pence }) => pence > 0).map((rest) => ({ ...rest }));
  const allocate = (paymentId: string, pence: number) =>
    record(ledger, "allocations", [
      { id: newId(), seller_id: sellerId, payment_id: paymentId, bill_id: billId, taking_id: takingId, pence, ...by },
    ]);
  for (const { method, pence } of taking.lines) {
    if (method === "credit") {
      for (const { paymentId, pence: part } of takenFrom(left, pence)) await allocate(paymentId, part);
      continue;
    }
    const tipHere = tip <= pence ? tip : 0;
    tip -= tipHere;
    const id = newId();
    const keys = { id, seller_id: sellerId, client_id: clientId, taking_id: takingId, day, ...by };
    const tipped = { tip_pence: tipHere, tip_therapist_id: tipHere > 0 ? therapistId : null };
    await record(ledger, "payments", [{ ...NO_PAYMENT, ...keys, ...tipped, method, pence }]);
    if (pence > tipHere) await allocate(id, pence - tipHere);
  }
}

/** Takes pence out of what is left of payments, oldest first. */
function takenFrom(left: Rest[], pence: number): Rest[] {
  let remaining = pence;
  return left.flatMap((rest) => {
    const part = Math.min(rest.pence, remaining);
    rest.pence -= part;
    remaining -= part;
    return part > 0 ? [{ paymentId: rest.paymentId, pence: part }] : [];
  });
}

export async function clientIdOf(tx: Queries, appointmentId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  return row?.client_id ?? null;
}

async function changedSince(tx: Tx, bill: Bill | null, owed: number): Promise<string> {
  const left = owed === 0 ? "Nothing is left to pay." : `${priceInFull(owed)} is left to pay.`;
  const last = bill && (await lastTaking(tx, bill.id));
  return last ? `Someone has just taken ${paidInWords(last)}. ${left}` : `The amount has changed. ${left}`;
}

async function lastTaking(tx: Tx, billId: string): Promise<{ method: string; pence: number } | undefined> {
  return tx
    .selectFrom("allocations")
    .innerJoin("payments", "payments.id", "allocations.payment_id")
    .select(["payments.method", "allocations.pence"])
    .where("allocations.bill_id", "=", billId)
    .where("allocations.pence", ">", 0)
    .orderBy("allocations.at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The day in whose closing something of this day counts: a closed day does not change, so later ones take it. */
export async function openDayOf(db: Queries, { sellerId, day }: { sellerId: string; day: string }): Promise<string> {
  const rows = await db
    .selectFrom("day_closings")
    .select("day")
    .where("seller_id", "=", sellerId)
    .where("day", ">=", day)
    .execute();
  const closed = new Set(rows.map((row) => row.day));
  let open = day;
  while (closed.has(open)) open = addDays(open, 1);
  return open;
}
