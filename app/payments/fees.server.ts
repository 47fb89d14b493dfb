import { sql } from "kysely";
import { changeRuleOfAny } from "#app/appointments/booking/change-rule.ts";
import { type Bill, getBillOf, listBills, sellerOf } from "#app/payments/bills.db.server.ts";
import { type FeeRule, type FeeVerdict, isSoldAgain, judgeFee, type Occasion, WHY_NONE } from "#app/payments/fees.ts";
import { noteKey, openLedger, record, takenBefore } from "#app/payments/ledger.server.ts";
import type { TakingErrors } from "#app/payments/money.ts";
import { addMove } from "#app/payments/shop/vouchers.db.server.ts";
import { addItem, makeBill, momentOf, openDayOf, type Writing } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, mayWith, type Scope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { lateFeePercent } from "#app/settings/schemas/money-rules.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";

const DAY_MS = 86_400_000;
// What is older is no longer proposed; it can be written off or charged no more.
const PROPOSED_DAYS = 60;
const BEFORE_DAYS = 365;
const MOST = 100;

/** A late cancellation or a missed appointment about which nothing is decided, with all that bears on a fee. */
export type FeeProposal = FeeVerdict &
  Occasion & {
    appointmentId: string;
    therapistId: string;
    name: string;
    service: string;
    therapist: string;
    start: number;
    bookedAt: number;
    /** `website`, `practice` or `api`; null: not known. */
    source: string | null;
    pricePence: number;
    rule: FeeRule | null;
    /** Within a year before this one. */
    before: { late: number; missed: number };
  };

type Which = { scope: Scope; now: number; appointmentId?: string; clientId?: string };

type FeeSettings = Pick<Settings, "payments" | "bookingRules" | "moneyRules">;

/** What may cost a fee within scope, newest first. Nothing while no payments are taken, or no fees. */
export async function listFeeProposals(db: Queries, settings: FeeSettings, which: Which): Promise<FeeProposal[]> {
  const percentNow = lateFeePercent(settings);
  if (percentNow === 0) return [];
  const { now } = which;
  const since = Math.max(settings.payments.since ?? 0, now - PROPOSED_DAYS * DAY_MS);
  const rows = await selectOpen(db, which, since);
  if (rows.length === 0) return [];
  const rules = await db.selectFrom("fee_rules").selectAll().orderBy("at", "desc").execute();
  const others = await listOthers(db, rows);
  const before = await countBefore(db, rows, now);
  return rows.map((row) => {
    const occasion = row.cancelled_at === null ? "missed" : "late";
    const at = row.cancelled_at ?? row.starts_at;
    const inForce = rules.find((one) => one.at <= row.created_at) ?? null;
    // Who paid first or left a card read a notice of their own.
    const rule = inForce && { ...inForce, notice: Math.min(inForce.notice, row.agreed_notice ?? inForce.notice) };
    const times = { bookedAt: row.created_at, start: row.starts_at, end: row.ends_at };
    const verdict = judgeFee({
      ...{ ...times, occasion, at, rule, percentNow, pricePence: row.price_pence },
      isLeisure: settings.moneyRules.leisure.includes(row.service_id),
      others: others.get(row.id) ?? [],
      zone: settings.bookingRules.zone,
    });
    const past = before.get(row.client_id ?? "") ?? { late: 0, missed: 0 };
    return {
      ...{ ...verdict, occasion, at, rule, appointmentId: row.id, therapistId: row.therapist_id },
      ...{ name: row.name ?? "Unknown", service: row.service_title, therapist: row.therapist, source: row.source },
      ...{ start: row.starts_at, bookedAt: row.created_at, pricePence: row.price_pence },
      before: row.client_id === null ? past : { ...past, [occasion]: Math.max(0, past[occasion] - 1) },
    };
  });
}

export async function feeSettings(db: Queries, { log }: Pick<AppContext, "log">): Promise<FeeSettings> {
  return (await readSettings(db, log)).settings;
}

type Open = Awaited<ReturnType<typeof selectOpen>>[number];

async function selectOpen(db: Queries, { scope, appointmentId, clientId }: Which, since: number) {
  return db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("prepayments", "prepayments.appointment_id", "appointments.id")
    .select(["appointments.id", "appointments.client_id", "appointments.name", "appointments.service_id"])
    .select(["appointments.service_title", "appointments.therapist_id", "appointments.starts_at"])
    .select(["appointments.ends_at", "appointments.created_at", "appointments.price_pence", "appointments.source"])
    .select(["therapists.name as therapist", "cancellations.at as cancelled_at", "prepayments.notice as agreed_notice"])
    .where(isWithin(scope))
    .where("appointments.starts_at", ">=", since)
    .$if(appointmentId !== undefined, (query) => query.where("appointments.id", "=", appointmentId ?? ""))
    .$if(clientId !== undefined, (query) => query.where("appointments.client_id", "=", clientId ?? ""))
    .where(
      sql<boolean>`case when lower(appointments.status) = 'cancelled'
        then cancellations.late = 1 and cancellations.chargeable = 1
        else coalesce(attendances.state, '') = 'missed' end`,
    )
    .where(
      sql<boolean>`not exists (select 1 from fees where fees.appointment_id = appointments.id and fees.occasion_at =
        case when lower(appointments.status) = 'cancelled' then cancellations.at else appointments.starts_at end)`,
    )
    .orderBy("appointments.starts_at", "desc")
    .orderBy("appointments.id")
    .limit(MOST)
    .execute();
}

/** By appointment, what stands in its therapist's diary at its time. */
export async function listOthers(
  db: Queries,
  rows: readonly { id: string }[],
): Promise<Map<string, { start: number; end: number }[]>> {
  const found = await db
    .selectFrom("appointments as freed")
    .innerJoin("appointments as other", (on) =>
      on
        .onRef("other.therapist_id", "=", "freed.therapist_id")
        .onRef("other.starts_at", "<", "freed.ends_at")
        .onRef("other.ends_at", ">", "freed.starts_at")
        .onRef("other.id", "<>", "freed.id"),
    )
    .select(["freed.id", "other.starts_at", "other.ends_at"])
    .where(
      "freed.id",
      "in",
      rows.map(({ id }) => id),
    )
    .where(sql<boolean>`lower(other.status) = 'confirmed'`)
    .execute();
  const byId = new Map<string, { start: number; end: number }[]>();
  for (const { id, starts_at, ends_at } of found) {
    byId.set(id, [...(byId.get(id) ?? []), { start: starts_at, end: ends_at }]);
  }
  return byId;
}

/**
 * What fees of these shares would have come to, had each rule been read by everyone who cancelled late or did not come:
 * what was sold again, and what could still be withdrawn from, costs nothing. Nothing is stored.
 */
export async function listLateOrMissed(
  db: Queries,
  settings: FeeSettings,
  {
    within,
    judged,
  }: { within: { start: number; end: number }; judged: readonly { percent: number; notice: number }[] },
): Promise<{ percent: number; count: number; pence: number }[]> {
  const rows = await db
    .selectFrom("appointments")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(["appointments.id", "appointments.service_id", "appointments.starts_at", "appointments.ends_at"])
    .select(["appointments.created_at", "appointments.price_pence", "cancellations.at as cancelled_at"])
    .where("appointments.starts_at", ">=", within.start)
    .where("appointments.starts_at", "<", within.end)
    .where(
      sql<boolean>`case when lower(appointments.status) = 'cancelled' then cancellations.late = 1
        else coalesce(attendances.state, '') = 'missed' end`,
    )
    .execute();
  const others = rows.length > 0 ? await listOthers(db, rows) : new Map<string, { start: number; end: number }[]>();
  return judged.map(({ percent, notice }) => {
    const fees = rows.map((row) => {
      const verdict = judgeFee({
        ...{ bookedAt: row.created_at, start: row.starts_at, end: row.ends_at, pricePence: row.price_pence },
        occasion: row.cancelled_at === null ? "missed" : "late",
        at: row.cancelled_at ?? row.starts_at,
        rule: { at: 0, words: "", notice, percent },
        percentNow: percent,
        isLeisure: settings.moneyRules.leisure.includes(row.service_id),
        others: others.get(row.id) ?? [],
        zone: settings.bookingRules.zone,
      });
      return verdict.mostPence;
    });
    const some = fees.filter((pence) => pence > 0);
    return { percent, count: some.length, pence: some.reduce((all, pence) => all + pence, 0) };
  });
}

async function countBefore(db: Queries, rows: readonly Open[], now: number) {
  const clients = [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))];
  if (clients.length === 0) return new Map<string, { late: number; missed: number }>();
  const counted = await db
    .selectFrom("appointments")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select("appointments.client_id")
    .select([
      sql<number>`sum(case when cancellations.late = 1 then 1 else 0 end)`.as("late"),
      sql<number>`sum(case when attendances.state = 'missed' then 1 else 0 end)`.as("missed"),
    ])
    .where("appointments.client_id", "in", clients)
    .where("appointments.starts_at", ">", now - BEFORE_DAYS * DAY_MS)
    .groupBy("appointments.client_id")
    .execute();
  return new Map(
    counted.map(({ client_id, late, missed }) => [client_id ?? "", { late: Number(late), missed: Number(missed) }]),
  );
}

export type FeeOutcome =
  | { kind: "changed"; takingId: string }
  | { kind: "invalid"; errors: TakingErrors }
  /** Something else is true by now. */
  | { kind: "conflict"; message: string }
  | { kind: "not-found" };

type Press = { appointmentId: string; key: string };

/** Puts a fee on the bill of an appointment. What was paid for it pays the fee first; the rest becomes credit. */
export function chargeFee(
  app: AppContext,
  actor: Actor,
  { pence, ...press }: Press & { pence: number },
): Promise<FeeOutcome> {
  return decide(
    app,
    actor,
    { ...press, verb: "charge", content: { pence } },
    async (writing, { proposal, bill, clientId }) => {
      if (!proposal) return { kind: "conflict", message: "This was decided before. Nothing has changed." };
      if (proposal.why) return { kind: "conflict", message: WHY_NONE[proposal.why] };
      if (!Number.isSafeInteger(pence) || pence <= 0 || pence > proposal.mostPence) {
        return { kind: "invalid", errors: { amount: `Enter an amount up to ${priceInFull(proposal.mostPence)}.` } };
      }
      await billFee(writing, { proposal, bill, clientId, pence });
      return null;
    },
  );
}

type Billing = { proposal: FeeProposal; bill: Bill | null; clientId: string | null; pence: number };

/** Puts the fee of a proposal on its appointment's bill, within what holds its seller's chain. */
export async function billFee(writing: Writing, { proposal, bill, clientId, pence }: Billing): Promise<void> {
  const { appointmentId } = proposal;
  const billId = bill?.id ?? (await makeBill(writing, { appointmentId, clientId }));
  await putFee(writing, { billId, proposal, pence });
}

type NewFee = { billId: string; proposal: FeeProposal; pence: number };

async function putFee(writing: Writing, { billId, proposal, pence }: NewFee): Promise<void> {
  await counterItems(writing, { billId, items: AGREED, reason: null });
  const text = proposal.occasion === "late" ? "Fee for a late cancellation" : "Fee for a missed appointment";
  await addItem(writing, { billId, item: "fee", text, pence, reason: null });
  await freeOverpaid(writing, billId);
  await insertFee(writing, proposal, { state: "charged", pence, reason: null });
}

/**
 * Keeps of what was paid at booking what the rule says that its client read then; the rest is on no bill any more.
 * Nothing is left to decide.
 */
export async function keepByRule(writing: Writing, app: AppContext, appointmentId: string): Promise<void> {
  const { ledger, by } = writing;
  const { tx } = ledger;
  const settings = await feeSettings(tx, app);
  const [proposal = null] = await listFeeProposals(tx, settings, { scope: "all", now: by.at, appointmentId });
  const bill = await getBillOf(tx, appointmentId);
  if (!bill?.hasService) return;
  const pence = proposal?.why === null ? Math.min(proposal.mostPence, bill.paidPence + bill.spentPence) : 0;
  // A session is used whole, or goes back, and the fee waits for a person as that of a booking without a payment does.
  if (proposal && pence > 0 && proposal.mostPence >= (await coveredByCourse(tx, bill.id)))
    return putFee(writing, { billId: bill.id, proposal, pence });
  if (proposal?.why === "sold-again") {
    await insertFee(writing, proposal, { state: "released", pence: 0, reason: null });
  }
  await counterItems(writing, { billId: bill.id, items: AGREED, reason: null });
  await freeOverpaid(writing, bill.id);
}

/** What sessions of courses have paid of a bill, in pence. */
async function coveredByCourse(tx: Tx, billId: string): Promise<number> {
  const moves = tx.selectFrom("voucher_moves").select("taking_id").where("bill_id", "=", billId);
  const { pence } = await tx
    .selectFrom("bill_items")
    .select((all) => all.fn.sum<number>("pence").as("pence"))
    .where("bill_id", "=", billId)
    .where("item", "=", "spent")
    .where("taking_id", "in", moves.where("sessions", "<>", 0))
    .executeTakeFirstOrThrow();
  return -Number(pence ?? 0);
}

/** Decides against a fee, or takes a charged one off again: what was paid of it becomes credit. */
export function waiveFee(
  app: AppContext,
  actor: Actor,
  { reason, ...press }: Press & { reason: string },
): Promise<FeeOutcome> {
  return decide(
    app,
    actor,
    { ...press, verb: "waive", content: { reason } },
    async (writing, { proposal, bill, charged }) => {
      if (!proposal && !charged) return { kind: "conflict", message: "This was decided before. Nothing has changed." };
      if (reason.trim() === "")
        return { kind: "invalid", errors: { reason: "Enter a reason. It stays with the fee." } };
      const words = { reason: reason.trim() };
      if (bill && proposal) {
        await counterItems(writing, { billId: bill.id, items: AGREED, ...words });
        await freeOverpaid(writing, bill.id);
      }
      if (bill && !proposal) await takeOffFee(writing, { billId: bill.id, ...words });
      if (proposal) await insertFee(writing, proposal, { state: "waived", pence: 0, ...words });
      else if (charged) await writeFee(writing, charged, { state: "waived", ...words });
      return null;
    },
  );
}

/** Makes a paid fee whose time was sold again the client's credit. */
export function returnFee(app: AppContext, actor: Actor, press: Press): Promise<FeeOutcome> {
  return decide(app, actor, { ...press, verb: "return", content: {} }, async (writing, { bill, charged }) => {
    if (!bill || charged?.state !== "owed-back") {
      return { kind: "conflict", message: "This fee was given back before. Nothing has changed." };
    }
    await takeOffFee(writing, { billId: bill.id, reason: null });
    await writeFee(writing, charged, { state: "returned", reason: null });
    await sendToCard(writing, charged);
    return null;
  });
}

type Decision = { proposal: FeeProposal | null; bill: Bill | null; charged: Fee | null; clientId: string | null };
export type Fee = LedgerTables["fees"];
type Refusal = Exclude<FeeOutcome, { kind: "changed" }>;

/** One press about one appointment's fee, with the seller's chain held. `work` answers why not, or null. */
async function decide(
  app: AppContext,
  actor: Actor,
  { appointmentId, key, verb, content }: Press & { verb: string; content: object },
  work: (writing: Writing, decision: Decision) => Promise<Refusal | null>,
): Promise<FeeOutcome> {
  const { key: keyHash, body } = idempotencyOf(key, { scope: `${verb} fee ${appointmentId}`, content });
  return app.db.kysely.transaction().execute(async (tx): Promise<FeeOutcome> => {
    const moment = await momentOf(tx, app);
    const appointment = await tx
      .selectFrom("appointments")
      .select(["therapist_id", "client_id"])
      .where("id", "=", appointmentId)
      .executeTakeFirst();
    if (!moment || !appointment || !mayWith(actor, ["change", "payments"], appointment.therapist_id)) {
      return { kind: "not-found" };
    }
    const sellerId = (await getBillOf(tx, appointmentId))?.sellerId ?? (await sellerOf(tx, appointment.therapist_id));
    const ledger = await openLedger(tx, sellerId);
    const before = await takenBefore(tx, { key: keyHash, body });
    if (before && !before.changed) return { kind: "changed", takingId: before.takingId };
    const [proposal = null] = await listFeeProposals(tx, await feeSettings(tx, app), {
      scope: "all",
      now: moment.at,
      appointmentId,
    });
    const bill = await getBillOf(tx, appointmentId);
    const day = await openDayOf(tx, { sellerId, day: moment.today });
    const writing = { ledger, by: { at: moment.at, actor: actorName(actor) }, takingId: newId(), day };
    const charged = await getFee(tx, appointmentId);
    const clientId = bill?.clientId ?? appointment.client_id;
    const refusal = await work(writing, { proposal, bill, charged, clientId });
    if (refusal) return refusal;
    await noteKey(tx, { key: keyHash, body, takingId: writing.takingId, at: moment.at });
    return { kind: "changed", takingId: writing.takingId };
  });
}

/** What stands of an appointment's fee: charged, or to be given back by a press. */
export async function getFee(db: Queries, appointmentId: string): Promise<Fee | null> {
  const found = db.selectFrom("fees").selectAll().where("appointment_id", "=", appointmentId);
  const row = await found.where("state", "in", ["charged", "owed-back"]).orderBy("at", "desc").executeTakeFirst();
  return row ?? null;
}

/** The latest of an appointment, however it was decided. */
export async function getLastFee(db: Queries, appointmentId: string): Promise<Fee | null> {
  const found = db.selectFrom("fees").selectAll().where("appointment_id", "=", appointmentId);
  return (await found.orderBy("at", "desc").executeTakeFirst()) ?? null;
}

const AGREED = ["service", "discount", "write-off"] as const;

/** Takes items of these kinds off a bill, by rows that counter them. */
async function counterItems(
  writing: Writing,
  { billId, items, reason }: { billId: string; items: readonly string[]; reason: string | null },
): Promise<void> {
  const { ledger, by, takingId, day } = writing;
  const rows = await ledger.tx
    .selectFrom("bill_items")
    .selectAll()
    .where("bill_id", "=", billId)
    .orderBy("id")
    .execute();
  const gone = new Set(rows.flatMap(({ id, counters }) => (counters ? [id, counters] : [])));
  const standing = rows.filter(({ id, item }) => items.includes(item) && !gone.has(id));
  const fresh = { ...by, taking_id: takingId, day, reason };
  await record(
    ledger,
    "bill_items",
    standing.map((row) => ({
      ...{ ...row, ...fresh, id: newId(), counters: row.id },
      ...{ pence: 0 - row.pence, vat_pence: 0 - row.vat_pence },
    })),
  );
}

/**
 * Takes the fee off a bill; what was paid of it becomes credit. What was given back or written off of the fee goes with
 * it, or the bill would owe the client that a second time.
 */
async function takeOffFee(writing: Writing, { billId, reason }: { billId: string; reason: string | null }) {
  const totalOf = async () => (await listBills(writing.ledger.tx, { ids: [billId] }))[0]?.totalPence ?? 0;
  await counterItems(writing, { billId, items: ["fee"], reason });
  if ((await totalOf()) < 0) {
    await counterItems(writing, { billId, items: ["discount", "write-off"], reason });
    const beside = await totalOf();
    const item = { billId, item: "discount", text: "Given back", pence: -beside, reason } as const;
    if (beside > 0) await addItem(writing, item);
  }
  await freeOverpaid(writing, billId);
}

/**
 * What vouchers paid of a bill that no longer asks for it goes back on them, newest first; what was paid with money is
 * freed before. A session of a course goes back whole or not at all.
 */
async function freeSpent(writing: Writing, billId: string): Promise<void> {
  const { tx } = writing.ledger;
  let over = -((await listBills(tx, { ids: [billId] }))[0]?.totalPence ?? 0);
  if (over <= 0) return;
  const spent = await tx
    .selectFrom("voucher_moves")
    .innerJoin("bill_items", (on) =>
      on
        .onRef("bill_items.taking_id", "=", "voucher_moves.taking_id")
        .onRef("bill_items.bill_id", "=", "voucher_moves.bill_id"),
    )
    .select(["voucher_moves.voucher_id", "bill_items.text"])
    .select((all) => [
      all.fn.sum<number>("voucher_moves.pence").as("pence"),
      all.fn.sum<number>("voucher_moves.sessions").as("sessions"),
      all.fn.sum<number>("bill_items.pence").as("covered"),
      all.fn.sum<number>("bill_items.vat_pence").as("vat"),
      all.fn.max("bill_items.vat_rate").as("rate"),
    ])
    .where("voucher_moves.bill_id", "=", billId)
    .where("voucher_moves.move", "=", "spent")
    .where("bill_items.item", "=", "spent")
    .groupBy(["voucher_moves.voucher_id", "bill_items.text"])
    .orderBy((all) => all.fn.max("voucher_moves.at"), "desc")
    .orderBy("voucher_moves.voucher_id")
    .execute();
  for (const { voucher_id: voucherId, text, rate, ...sums } of spent) {
    const covered = -Number(sums.covered);
    const sessions = Number(sums.sessions);
    const part = sessions === 0 ? Math.min(over, covered) : over >= covered ? covered : 0;
    if (part <= 0) continue;
    over -= part;
    const isAll = part === covered;
    const vat = { rate, pence: 0 - (isAll ? Number(sums.vat) : Math.round((Number(sums.vat) * part) / covered)) };
    await addItem(writing, { billId, item: "spent", text, pence: part, reason: null, vat });
    const pence = isAll ? Number(sums.pence) : part;
    const back = { move: "spent", pence: 0 - pence, sessions: 0 - sessions, reason: null } as const;
    await addMove(writing, { voucherId, billId, ...back });
  }
}

/** What a bill no longer asks for becomes what no bill has of its payments: the client's credit. Newest payment first. */
async function freeOverpaid(writing: Writing, billId: string): Promise<void> {
  const { ledger, by, takingId } = writing;
  const { tx, sellerId } = ledger;
  const [bill] = await listBills(tx, { ids: [billId] });
  let over = -(bill?.owedPence ?? 0);
  if (over <= 0) return;
  const paid = await tx
    .selectFrom("allocations")
    .innerJoin("payments", "payments.id", "allocations.payment_id")
    .select([
      sql<string>`coalesce(payments.counters, payments.id)`.as("root"),
      (all) => all.fn.sum<number>("allocations.pence").as("pence"),
    ])
    .where("allocations.bill_id", "=", billId)
    .groupBy(sql`coalesce(payments.counters, payments.id)`)
    .orderBy((all) => all.fn.max("allocations.at"), "desc")
    .orderBy("root")
    .execute();
  for (const { root, pence } of paid) {
    const part = Math.min(over, Math.max(0, Number(pence)));
    over -= part;
    const keys = { id: newId(), seller_id: sellerId, payment_id: root, bill_id: billId, taking_id: takingId };
    if (part > 0) await record(ledger, "allocations", [{ ...keys, pence: -part, ...by }]);
  }
  await freeSpent(writing, billId);
}

async function insertFee(
  { ledger, by }: Writing,
  { appointmentId, occasion, at, rule }: FeeProposal,
  state: Pick<Fee, "state" | "pence" | "reason">,
): Promise<void> {
  const keys = { appointment_id: appointmentId, occasion, occasion_at: at };
  const read = { words: rule?.words ?? null, read_at: rule?.at ?? null };
  await ledger.tx
    .insertInto("fees")
    .values({ ...keys, ...read, ...state, ...by })
    .execute();
}

async function writeFee({ ledger, by }: Writing, fee: Fee, state: Pick<Fee, "state" | "reason">): Promise<void> {
  await ledger.tx
    .updateTable("fees")
    .set({ ...state, ...by })
    .where("appointment_id", "=", fee.appointment_id)
    .where("occasion", "=", fee.occasion)
    .where("occasion_at", "=", fee.occasion_at)
    .execute();
}

/** Notes the rule about late changes that pages show from now on, if it is another than before. */
export async function noteFeeRule(app: AppContext): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    const { settings } = await readPractice(app, tx);
    const percent = lateFeePercent(settings);
    const { changeNotice: notice, chargesLate } = settings.bookingRules;
    const last = await tx.selectFrom("fee_rules").selectAll().orderBy("at", "desc").limit(1).executeTakeFirst();
    if ((last?.percent ?? 0) === percent && (percent === 0 || last?.notice === notice)) return;
    const { lead, rest } = changeRuleOfAny({ rules: { changeNotice: notice, chargesLate, feePercent: percent } });
    const rule = { id: newId(), at: app.clock.now(), words: `${lead} ${rest}`, notice, percent };
    await tx.insertInto("fee_rules").values(rule).execute();
  });
}

/** A press on the wrong line of the day can be put right for so long after its end. */
export const MISSED_MS = DAY_MS;

// As long as what changed is stored.
const FOLLOWED_DAYS = 30;

/**
 * Follows the schedule: a fee whose time was sold again goes away, one that was paid becomes credit, goes back to the card
 * or waits for a press, and what was paid for an appointment that was cancelled in time becomes credit. Returns how many it settled.
 */
export async function followSchedule(app: AppContext): Promise<number> {
  const db = app.db.kysely;
  const moment = await momentOf(db, app);
  if (!moment) return 0;
  const since = moment.at - FOLLOWED_DAYS * DAY_MS;
  const changed = await db
    .selectFrom("schedule_changes as change")
    .innerJoin("appointments", (on) =>
      on
        .onRef("appointments.therapist_id", "=", "change.taken_therapist_id")
        .onRef("appointments.starts_at", "<", "change.taken_end")
        .onRef("appointments.ends_at", ">", "change.taken_start"),
    )
    .innerJoin("fees", "fees.appointment_id", "appointments.id")
    .select("appointments.id")
    .distinct()
    .where("fees.state", "=", "charged")
    .whereRef("change.at", ">=", "fees.occasion_at")
    .where("change.at", ">=", since)
    .execute();
  // Those of which nothing is decided, and cancelled ones with a bill that still asks for the service.
  const open = (await listFeeProposals(db, await feeSettings(db, app), { scope: "all", now: moment.at })).filter(
    ({ why }) => why !== null,
  );
  const cancelled = await db
    .selectFrom("schedule_changes as change")
    .innerJoin("bills", "bills.appointment_id", "change.appointment_id")
    .innerJoin("appointments", "appointments.id", "change.appointment_id")
    .select("appointments.id")
    .distinct()
    .where("change.cause", "=", "cancelled")
    .where("change.at", ">=", since)
    .where(sql<boolean>`lower(appointments.status) = 'cancelled'`)
    .execute();
  const ids = new Set([...changed, ...cancelled].map(({ id }) => id));
  for (const { appointmentId } of open) ids.add(appointmentId);
  let settled = 0;
  for (const id of ids) if (await settleBill(app, id)) settled += 1;
  return settled;
}

/** Whether what became of its appointment has changed its bill: see `followSchedule`. */
export async function settleBill(app: AppContext, appointmentId: string): Promise<boolean> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const moment = await momentOf(tx, app);
    const known = await getBillOf(tx, appointmentId);
    const row = await tx
      .selectFrom("appointments")
      .select(["therapist_id", "starts_at", "ends_at", "status"])
      .where("id", "=", appointmentId)
      .executeTakeFirst();
    if (!moment || !row) return false;
    const sellerId = known?.sellerId ?? (await sellerOf(tx, row.therapist_id));
    const ledger = await openLedger(tx, sellerId);
    const day = await openDayOf(tx, { sellerId, day: moment.today });
    const writing = { ledger, by: { at: moment.at, actor: "system" }, takingId: newId(), day };
    const [proposal = null] = await listFeeProposals(tx, await feeSettings(tx, app), {
      scope: "all",
      now: moment.at,
      appointmentId,
    });
    const bill = await getBillOf(tx, appointmentId);
    const fee = await getFee(tx, appointmentId);
    if (fee?.state === "charged" && bill) {
      const times = { start: row.starts_at, end: row.ends_at };
      return (
        (await isFreed(tx, appointmentId, { ...times, status: row.status, fee })) &&
        release(app, writing, { bill, fee })
      );
    }
    if (proposal?.why === "sold-again")
      await insertFee(writing, proposal, { state: "released", pence: 0, reason: null });
    const isOver = proposal?.occasion === "missed" && row.ends_at <= moment.at - MISSED_MS;
    const isOff = row.status.toLowerCase() === "cancelled" || isOver;
    const isClear = isOff && bill?.hasService === true && proposal?.why !== null;
    if (bill && isClear) {
      await counterItems(writing, { billId: bill.id, items: AGREED, reason: null });
      await freeOverpaid(writing, bill.id);
    }
    return isClear || proposal?.why === "sold-again";
  });
}

/** Its time is someone else's, or its own client has it again. */
async function isFreed(
  tx: Tx,
  id: string,
  { start, end, status, fee }: { start: number; end: number; status: string; fee: Fee },
): Promise<boolean> {
  if (fee.occasion === "late" && status.toLowerCase() !== "cancelled") return true;
  const others = (await listOthers(tx, [{ id }])).get(id) ?? [];
  return isSoldAgain({ occasion: fee.occasion, start, end, others });
}

async function release(app: AppContext, writing: Writing, { bill, fee }: { bill: Bill; fee: Fee }): Promise<boolean> {
  const { moneyRules } = (await readPractice(app, writing.ledger.tx)).settings;
  const paidPence = Math.max(0, bill.feePence - bill.owedPence);
  if (paidPence > 0 && (!moneyRules.returnsFees || bill.clientId === null)) {
    const text = "Fee reduced: the time was sold again";
    const item = { billId: bill.id, item: "fee", text, pence: -bill.owedPence, reason: null } as const;
    if (bill.owedPence > 0) await addItem(writing, item);
    await writeFee(writing, { ...fee }, { state: "owed-back", reason: null });
    return true;
  }
  await takeOffFee(writing, { billId: bill.id, reason: null });
  await writeFee(writing, fee, { state: paidPence > 0 ? "returned" : "released", reason: null });
  await sendToCard(writing, fee);
  return true;
}

/** What was paid at booking, or charged to a kept card, goes back to the card: settling it looks at it once more. */
async function sendToCard({ ledger: { tx } }: Writing, { appointment_id: id }: Fee): Promise<void> {
  const charged = tx.selectFrom("card_charges").select("appointment_id").where("state", "=", "paid");
  await tx
    .updateTable("prepayments")
    .set({ state: "paid" })
    .where("appointment_id", "=", id)
    .where((one) =>
      one.or([
        one.and([one("kind", "=", "payment"), one("state", "=", "settled")]),
        one.and([one("kind", "=", "card"), one("appointment_id", "in", charged)]),
      ]),
    )
    .execute();
}
