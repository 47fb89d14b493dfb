import { getBillOf, listBills, listRests } from "#app/payments/bills.db.server.ts";
import { noteKey, openLedger, record, takenBefore } from "#app/payments/ledger.server.ts";
import { sum, type TakingErrors } from "#app/payments/money.ts";
import { returnSoldProducts } from "#app/payments/shop/products.server.ts";
import { counterVouchers, isSoldVoucherUsed, sellsVoucher } from "#app/payments/shop/vouchers.db.server.ts";
import { addItem, momentOf, openDayOf, type Writing } from "#app/payments/take-payment.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, may, mayWith, needsConfirmation } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

export type BackOutcome =
  | { kind: "undone"; takingId: string }
  | { kind: "invalid"; errors: TakingErrors }
  | { kind: "conflict"; message: string }
  | AboveLimit
  | { kind: "not-found" };

/** More than someone may give back or write off who is no owner, or has not confirmed who they are. */
type AboveLimit = { kind: "unconfirmed" } | { kind: "asked"; message: string };

type AboveWhat = Pick<LedgerTables["money_requests"], "command" | "pence" | "reason"> & {
  key: string;
  facts?: Record<string, string>;
  clientId?: string | null;
  appointmentId?: string;
};

/** Null: this much needs nobody else. Who is no owner asks one: what they wanted is stored, once. */
export async function aboveLimit(
  { ledger: { tx }, by }: Pick<Writing, "ledger" | "by">,
  app: AppContext,
  { actor, key, facts = {}, clientId = null, appointmentId, ...given }: AboveWhat & { actor: Actor },
): Promise<AboveLimit | null> {
  const { confirmAbovePence } = (await readPractice(app, tx)).settings.moneyRules;
  if (given.pence <= confirmAbovePence) return null;
  if (may(actor, "change", "settings")) return needsConfirmation(actor) ? { kind: "unconfirmed" } : null;
  const row = { ...given, ...by, id: key, client_id: clientId, appointment_id: appointmentId ?? null };
  const same = tx
    .selectFrom("money_requests")
    .select("id")
    .where("state", "=", "open")
    .where("command", "=", given.command)
    .where("pence", "=", given.pence)
    .where("facts", "=", JSON.stringify(facts));
  const before = await same
    .where("client_id", clientId === null ? "is" : "=", clientId)
    .where("appointment_id", appointmentId === undefined ? "is" : "=", appointmentId ?? null)
    .executeTakeFirst();
  if (!before) {
    const none = { decided_at: null, decided_by: null };
    await tx
      .insertInto("money_requests")
      .values({ ...row, ...none, facts: JSON.stringify(facts), state: "open" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const most = priceInFull(confirmAbovePence);
  return { kind: "asked", message: `An owner decides about more than ${most}. They have your request.` };
}

/** How long Undo is offered, and how long it needs no reason: the press may be on its way. */
export const UNDO_MS = 8_000;
const UNDO_GRACE_MS = 60_000;

const NEEDS_REASON = "Enter a reason. It stays with the payment.";
const WAS_UNDONE = "This was taken back before. Nothing has changed.";

type Back = { takingId: string; key: string; reason: string };

/** Counters everything that one press did: its payments, what they paid, and the items it added. */
export async function takeBack(app: AppContext, actor: Actor, { takingId, key, reason }: Back): Promise<BackOutcome> {
  const { key: keyHash, body } = idempotencyOf(key, { scope: `back ${takingId}`, content: { reason } });
  return app.db.kysely.transaction().execute(async (tx): Promise<BackOutcome> => {
    const moment = await momentOf(tx, app);
    const found = await findTaking(tx, takingId);
    if (!moment || !found || !mayWith(actor, ["change", "payments"], found.therapistId)) return { kind: "not-found" };
    const { sellerId } = found;
    const ledger = await openLedger(tx, sellerId);
    const before = await takenBefore(tx, { key: keyHash, body });
    if (before && !before.changed) return { kind: "undone", takingId: before.takingId };
    if (reason.trim() === "" && moment.at - found.at > UNDO_GRACE_MS) {
      return { kind: "invalid", errors: { reason: NEEDS_REASON } };
    }
    if (await isCountered(tx, takingId)) return { kind: "conflict", message: WAS_UNDONE };
    const isLater = moment.at - found.at > UNDO_GRACE_MS;
    const day = await openDayOf(tx, { sellerId, day: moment.today });
    const writing = { ledger, by: { at: moment.at, actor: actorName(actor) }, takingId: newId(), day };
    const given = {
      actor,
      key: keyHash,
      command: "take back",
      reason: reason.trim(),
      facts: { taking: takingId },
    } as const;
    const { clientId, pence } = await takenIn(tx, takingId);
    const above = isLater ? await aboveLimit(writing, app, { ...given, clientId, pence }) : null;
    if (above) return above;
    const isUsed =
      (await wouldOweLess(tx, takingId)) || (await isSpent(tx, takingId)) || (await isSoldVoucherUsed(tx, takingId));
    if (isUsed) return { kind: "conflict", message: "Something later was paid with it. Take that back first." };
    await counterAll(writing, takingId, reason.trim() || null);
    await noteKey(tx, { key: keyHash, body, takingId: writing.takingId, at: moment.at });
    return { kind: "undone", takingId: writing.takingId };
  });
}

type GivingBack = {
  paymentId: string;
  appointmentId?: string;
  pence: number;
  reason: string;
  key: string;
  owesAgain: boolean;
};

/** Gives a part of a payment back. `owesAgain`: or else the price falls by it. Never more than is left of the payment. */
export async function giveBack(
  app: AppContext,
  actor: Actor,
  { paymentId, appointmentId, pence, reason, key, owesAgain }: GivingBack,
): Promise<BackOutcome> {
  const content = { pence, reason, owesAgain: String(owesAgain) };
  const { key: keyHash, body } = idempotencyOf(key, { scope: `give back ${paymentId}`, content });
  return app.db.kysely.transaction().execute(async (tx): Promise<BackOutcome> => {
    const moment = await momentOf(tx, app);
    const payment = await tx.selectFrom("payments").selectAll().where("id", "=", paymentId).executeTakeFirst();
    const found = payment && (await findTaking(tx, payment.taking_id));
    if (!moment || !payment || !found || payment.pence <= 0) return { kind: "not-found" };
    if (!mayWith(actor, ["change", "payments"], found.therapistId)) return { kind: "not-found" };
    const ledger = await openLedger(tx, payment.seller_id);
    const before = await takenBefore(tx, { key: keyHash, body });
    if (before && !before.changed) return { kind: "undone", takingId: before.takingId };
    if (reason.trim() === "") return { kind: "invalid", errors: { reason: NEEDS_REASON } };
    const bill = appointmentId === undefined ? null : await getBillOf(tx, appointmentId);
    const rest = await restOf(tx, payment, bill?.id);
    if (rest.billId && (await sellsVoucher(tx, rest.billId))) {
      return { kind: "conflict", message: "This paid for a voucher or course. Give that back instead." };
    }
    if (pence <= 0) return { kind: "invalid", errors: { amount: "Enter how much you give back." } };
    if (pence > rest.pence) return { kind: "conflict", message: `Only ${priceInFull(rest.pence)} of it is left.` };
    const day = await openDayOf(tx, { sellerId: payment.seller_id, day: moment.today });
    const writing = { ledger, by: { at: moment.at, actor: actorName(actor) }, takingId: newId(), day };
    const given = { actor, key: keyHash, command: "give back", reason: reason.trim(), pence, appointmentId } as const;
    const facts = { payment: paymentId, owes: owesAgain ? "again" : "less" };
    const above = await aboveLimit(writing, app, { ...given, facts, clientId: payment.client_id });
    if (above) return above;
    await counterPart(writing, { payment, rest, pence, reason: reason.trim(), owesAgain });
    await noteKey(tx, { key: keyHash, body, takingId: writing.takingId, at: moment.at });
    return { kind: "undone", takingId: writing.takingId };
  });
}

type Part = {
  payment: LedgerTables["payments"];
  rest: { free: number; billId: string | null };
  pence: number;
  reason: string;
  owesAgain: boolean;
};

/** Counters a part of a payment. `owesAgain`: or else the price falls by it. Returns the id of the counter. */
export async function counterPart(
  writing: Writing,
  { payment, rest, pence, reason, owesAgain }: Part,
): Promise<string> {
  const { ledger, by, takingId, day } = writing;
  const id = newId();
  const none = { tip_pence: 0, tip_therapist_id: null };
  const counter = { ...payment, ...none, ...by, id, taking_id: takingId, pence: -pence, day };
  await record(ledger, "payments", [{ ...counter, counters: payment.id, reason }]);
  // What no bill has goes first.
  const fromBill = pence - Math.min(pence, rest.free);
  if (fromBill === 0 || !rest.billId) return id;
  await record(ledger, "allocations", [
    allocationOf(writing, { paymentId: id, billId: rest.billId, pence: -fromBill }),
  ]);
  const item = { billId: rest.billId, item: "discount", text: "Given back", pence: -fromBill } as const;
  if (!owesAgain) await addItem(writing, { ...item, reason });
  return id;
}

/** Asks no longer for what an appointment's client owes. */
export async function writeOff(
  app: AppContext,
  actor: Actor,
  { appointmentId, reason, seenPence, key }: { appointmentId: string; reason: string; seenPence: number; key: string },
): Promise<BackOutcome> {
  const { key: keyHash, body } = idempotencyOf(key, {
    scope: `write off ${appointmentId}`,
    content: { reason, seenPence },
  });
  return app.db.kysely.transaction().execute(async (tx): Promise<BackOutcome> => {
    const moment = await momentOf(tx, app);
    const known = await getBillOf(tx, appointmentId);
    const appointment = await therapistOf(tx, appointmentId);
    if (!moment || !known || !mayWith(actor, ["change", "payments"], appointment)) return { kind: "not-found" };
    const ledger = await openLedger(tx, known.sellerId);
    const before = await takenBefore(tx, { key: keyHash, body });
    if (before && !before.changed) return { kind: "undone", takingId: before.takingId };
    const bill = await getBillOf(tx, appointmentId);
    if (!bill || bill.owedPence !== seenPence || bill.owedPence <= 0) {
      return { kind: "conflict", message: `${priceInFull(bill?.owedPence ?? 0)} is owed now. Nothing has changed.` };
    }
    if (reason.trim() === "") return { kind: "invalid", errors: { reason: NEEDS_REASON } };
    const day = await openDayOf(tx, { sellerId: bill.sellerId, day: moment.today });
    const writing = { ledger, by: { at: moment.at, actor: actorName(actor) }, takingId: newId(), day };
    const given = { actor, key: keyHash, command: "write off", reason: reason.trim(), pence: seenPence } as const;
    const above = await aboveLimit(writing, app, { ...given, clientId: bill.clientId, appointmentId });
    if (above) return above;
    const item = { item: "write-off", text: "Written off", pence: -seenPence, reason: reason.trim() } as const;
    await addItem(writing, { billId: bill.id, ...item });
    await noteKey(tx, { key: keyHash, body, takingId: writing.takingId, at: moment.at });
    return { kind: "undone", takingId: writing.takingId };
  });
}

/** Gives a client's credit back, the way it came: oldest payment first. Never more than the seller holds for them. */
export async function giveCreditBack(
  app: AppContext,
  actor: Actor,
  {
    clientId,
    sellerId,
    pence,
    reason,
    key,
  }: Omit<GivingBack, "paymentId" | "appointmentId" | "owesAgain"> & { clientId: string; sellerId: string },
): Promise<BackOutcome> {
  if (!mayWith(actor, ["change", "payments"], null)) return { kind: "not-found" };
  const content = { pence, reason, sellerId };
  const { key: keyHash, body } = idempotencyOf(key, { scope: `credit back ${clientId}`, content });
  return app.db.kysely.transaction().execute(async (tx): Promise<BackOutcome> => {
    const moment = await momentOf(tx, app);
    if (!moment) return { kind: "not-found" };
    const ledger = await openLedger(tx, sellerId);
    const before = await takenBefore(tx, { key: keyHash, body });
    if (before && !before.changed) return { kind: "undone", takingId: before.takingId };
    if (reason.trim() === "") return { kind: "invalid", errors: { reason: NEEDS_REASON } };
    if (!Number.isSafeInteger(pence) || pence <= 0) {
      return { kind: "invalid", errors: { amount: "Enter how much you give back." } };
    }
    const rests = (await listRests(tx, { clientId, sellerId })).filter((rest) => rest.pence > 0);
    const credit = sum(rests);
    if (pence > credit) return { kind: "conflict", message: `Only ${priceInFull(credit)} of credit is left.` };
    const day = await openDayOf(tx, { sellerId, day: moment.today });
    const writing = { ledger, by: { at: moment.at, actor: actorName(actor) }, takingId: newId(), day };
    const given = { actor, key: keyHash, command: "credit back", reason: reason.trim(), pence } as const;
    const above = await aboveLimit(writing, app, { ...given, clientId, facts: { seller: sellerId } });
    if (above) return above;
    let left = pence;
    for (const rest of rests) {
      const part = Math.min(rest.pence, left);
      left -= part;
      if (part === 0) break;
      const root = await tx
        .selectFrom("payments")
        .selectAll()
        .where("id", "=", rest.paymentId)
        .executeTakeFirstOrThrow();
      const fresh = {
        ...writing.by,
        id: newId(),
        taking_id: writing.takingId,
        day,
        counters: root.id,
        reason: reason.trim(),
      };
      const amounts = { pence: -part, tip_pence: 0, tip_therapist_id: null };
      await record(ledger, "payments", [{ ...root, ...amounts, ...fresh }]);
    }
    await noteKey(tx, { key: keyHash, body, takingId: writing.takingId, at: moment.at });
    return { kind: "undone", takingId: writing.takingId };
  });
}

async function takenIn(tx: Tx, takingId: string): Promise<{ pence: number; clientId: string | null }> {
  const paid = await tx
    .selectFrom("payments")
    .select(["pence", "client_id"])
    .where("taking_id", "=", takingId)
    .execute();
  return {
    pence: paid.reduce((all, { pence }) => all + Math.max(0, pence), 0),
    clientId: paid[0]?.client_id ?? null,
  };
}

/** Where a press belongs; the therapist is null for money without an appointment. */
async function findTaking(tx: Tx, takingId: string) {
  const from = (place: "payments" | "bill_items" | "allocations") =>
    tx.selectFrom(place).select(["seller_id", "at"]).where("taking_id", "=", takingId).limit(1).executeTakeFirst();
  const row = (await from("payments")) ?? (await from("allocations")) ?? (await from("bill_items"));
  if (!row) return null;
  const bill = await billOfTaking(tx, takingId);
  // A sale without an appointment is its seller's own.
  const own = tx.selectFrom("sellers").select("therapist_id").where("id", "=", row.seller_id);
  const therapistId = bill?.appointmentId
    ? await therapistOf(tx, bill.appointmentId)
    : ((await own.executeTakeFirst())?.therapist_id ?? null);
  return { sellerId: row.seller_id, at: row.at, therapistId };
}

async function therapistOf(tx: Tx, appointmentId: string): Promise<string | null> {
  const found = tx.selectFrom("appointments").select("therapist_id").where("id", "=", appointmentId);
  return (await found.executeTakeFirst())?.therapist_id ?? null;
}

async function billOfTaking(tx: Tx, takingId: string) {
  const from = (place: "bill_items" | "allocations") =>
    tx.selectFrom(place).select("bill_id").where("taking_id", "=", takingId).limit(1).executeTakeFirst();
  const row = (await from("allocations")) ?? (await from("bill_items"));
  return row ? ((await listBills(tx, { ids: [row.bill_id] }))[0] ?? null) : null;
}

/** Whether something of it was taken or given back, or it is a counter itself. */
async function isCountered(tx: Tx, takingId: string): Promise<boolean> {
  const of = (place: "payments" | "bill_items") => tx.selectFrom(place).select("id").where("taking_id", "=", takingId);
  const back = await tx
    .selectFrom("payments")
    .select("id")
    .where((one) =>
      one.or([one("counters", "in", of("payments")), one.and([one("taking_id", "=", takingId), one("pence", "<", 0)])]),
    )
    .executeTakeFirst();
  const items = await tx
    .selectFrom("bill_items")
    .select("id")
    .where((one) =>
      one.or([
        one("counters", "in", of("bill_items")),
        one.and([one("taking_id", "=", takingId), one("item", "=", "write-off")]),
        one.and([one("taking_id", "=", takingId), one("counters", "is not", null)]),
      ]),
    )
    .executeTakeFirst();
  const undone = await tx
    .selectFrom("ledger_keys")
    .select("key")
    .where("key", "=", undoneKey(takingId))
    .executeTakeFirst();
  return back !== undefined || items !== undefined || undone !== undefined;
}

// A press that only spent credit leaves no payment to point at.
const undoneKey = (takingId: string) => `undone ${takingId}`;

async function itemsToCounter(tx: Tx, takingId: string) {
  const items = tx.selectFrom("bill_items").selectAll().where("taking_id", "=", takingId).orderBy("id");
  return (await items.execute()).filter(({ item }) => item !== "service");
}

/** Whether without its items the bill would be paid too much. */
async function wouldOweLess(tx: Tx, takingId: string): Promise<boolean> {
  const bill = await billOfTaking(tx, takingId);
  if (!bill) return false;
  const items = (await itemsToCounter(tx, takingId)).reduce((all, { pence }) => all + pence, 0);
  const paid = await tx.selectFrom("allocations").select("pence").where("taking_id", "=", takingId).execute();
  return bill.owedPence - items + paid.reduce((all, { pence }) => all + pence, 0) < 0;
}

/** Whether what it left as credit has paid for something since. */
async function isSpent(tx: Tx, takingId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom("allocations")
    .innerJoin("payments", "payments.id", "allocations.payment_id")
    .select(["payments.id", "allocations.pence"])
    .where("payments.taking_id", "=", takingId)
    .where("allocations.taking_id", "!=", takingId)
    .execute();
  return rows.reduce((all, { pence }) => all + pence, 0) !== 0;
}

async function counterAll(writing: Writing, takingId: string, reason: string | null): Promise<void> {
  const { ledger, by, day } = writing;
  const { tx } = ledger;
  const payments = await tx
    .selectFrom("payments")
    .selectAll()
    .where("taking_id", "=", takingId)
    .orderBy("id")
    .execute();
  const counterIds = new Map(payments.map(({ id }) => [id, newId()]));
  const fresh = { ...by, day, taking_id: writing.takingId, reason };
  await record(
    ledger,
    "payments",
    payments.map((row) => {
      const amounts = { pence: -row.pence, tip_pence: 0 - row.tip_pence };
      return { ...row, ...amounts, ...fresh, id: counterIds.get(row.id) ?? "", counters: row.id };
    }),
  );
  const paid = await tx.selectFrom("allocations").selectAll().where("taking_id", "=", takingId).orderBy("id").execute();
  await record(
    ledger,
    "allocations",
    paid.map(({ payment_id, bill_id, pence }) =>
      allocationOf(writing, { paymentId: counterIds.get(payment_id) ?? payment_id, billId: bill_id, pence: -pence }),
    ),
  );
  const items = await itemsToCounter(tx, takingId);
  await record(
    ledger,
    "bill_items",
    items.map((row) => ({
      ...row,
      ...fresh,
      id: newId(),
      pence: 0 - row.pence,
      vat_pence: 0 - row.vat_pence,
      counters: row.id,
    })),
  );
  await returnSoldProducts(writing, takingId);
  await counterVouchers(writing, takingId);
  await noteKey(tx, { key: undoneKey(takingId), body: "", takingId: writing.takingId, at: by.at });
}

function allocationOf({ ledger, by, takingId }: Writing, part: { paymentId: string; billId: string; pence: number }) {
  const { paymentId, billId, pence } = part;
  const keys = { id: newId(), seller_id: ledger.sellerId, payment_id: paymentId, bill_id: billId };
  return { ...keys, taking_id: takingId, pence, ...by };
}

/** What may still be given back of a payment, what of it no bill has, and the bill that has the most of it, or the preferred one. */
export async function restOf(
  tx: Tx,
  { id, pence, tip_pence }: { id: string; pence: number; tip_pence: number },
  preferred?: string,
) {
  const counters = await tx
    .selectFrom("payments")
    .select(["id", "pence", "tip_pence"])
    .where("counters", "=", id)
    .execute();
  const all = [id, ...counters.map((row) => row.id)];
  const parts = await tx
    .selectFrom("allocations")
    .select(["bill_id", "pence"])
    .where("payment_id", "in", all)
    .execute();
  const byBill = new Map<string, number>();
  for (const part of parts) byBill.set(part.bill_id, (byBill.get(part.bill_id) ?? 0) + part.pence);
  const [billId = null, onBill = 0] = preferred
    ? [preferred, Math.max(0, byBill.get(preferred) ?? 0)]
    : ([...byBill].sort(([, one], [, other]) => other - one)[0] ?? []);
  const whole = counters.reduce((left, row) => left + row.pence - row.tip_pence, pence - tip_pence);
  const free = whole - [...byBill.values()].reduce((left, part) => left + part, 0);
  return { pence: Math.min(whole, Math.max(0, free) + onBill), free: Math.max(0, free), billId };
}
