import { readDeductions, readDisputes } from "#app/payments/disputes/disputes.server.ts";
import {
  type Answer,
  type DisputeMove,
  type PayoutLine,
  type PayoutReport,
  PROVIDERS,
} from "#app/payments/online/provider.ts";
import { openTill, viewTill } from "#app/payments/online/tills.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type Row = LedgerTables["payouts"];

const EVERY_MS = 3_600_000;
const FIRST_DAYS = 90;
// One that has arrived may come back within five working days.
const AGAIN_DAYS = 14;

/** Reads what each seller's provider sent to the bank, and what banks took back, once an hour. */
export async function readDuePayouts(app: AppContext): Promise<void> {
  const now = app.clock.now();
  const db = app.db.kysely;
  const due = await db
    .selectFrom("tills")
    .select("seller_id")
    // With a test key nothing is recorded.
    .where("mode", "<>", "test")
    .where((till) => till.or([till("payouts_at", "is", null), till("payouts_at", "<=", now)]))
    .execute();
  for (const { seller_id: sellerId } of due) {
    const mine = db
      .updateTable("tills")
      .set({ payouts_at: now + EVERY_MS })
      .where("seller_id", "=", sellerId);
    const turn = mine.where((till) => till.or([till("payouts_at", "is", null), till("payouts_at", "<=", now)]));
    // Another process may have been first.
    if (Number((await turn.executeTakeFirst()).numUpdatedRows) === 1) await readPayoutsOf(app, sellerId);
  }
}

async function readPayoutsOf(app: AppContext, sellerId: string): Promise<void> {
  const db = app.db.kysely;
  const till = await openTill(app, db, { sellerId });
  if (!till) return;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  await readDisputes(app, till);
  const last = await db
    .selectFrom("payouts")
    .select("day")
    .where("seller_id", "=", sellerId)
    .where("provider", "=", till.name)
    .orderBy("day", "desc")
    .executeTakeFirst();
  const since = last ? addDays(last.day, -AGAIN_DAYS) : addDays(today, -FIRST_DAYS);
  const found: Answer<PayoutReport[]> = await till.provider.payouts({ since, until: today });
  // A key that may not read payouts still takes payments: this stops nothing.
  const payouts_words = found.kind === "fault" ? found.fault.words : null;
  await db.updateTable("tills").set({ payouts_words }).where("seller_id", "=", sellerId).execute();
  if (found.kind === "fault") return;
  for (const report of found.value) {
    await db
      .transaction()
      .execute((tx) => storePayout(tx, { sellerId, provider: till.name, report, at: app.clock.now() }));
  }
  await readDeductions(app, till);
}

type Storing = { sellerId: string; provider: string; report: PayoutReport; at: number };

/** What the provider says now takes the place of what it said before. */
async function storePayout(tx: Tx, { sellerId, provider, report, at }: Storing): Promise<void> {
  const { ref, day, pence, hasFailed, lines } = report;
  const facts = { day, pence, has_failed: hasFailed ? 1 : 0, has_lines: lines === null ? 0 : 1 };
  const { id } = await tx
    .insertInto("payouts")
    .values({ id: newId(), seller_id: sellerId, provider, ref, ...facts, at })
    .onConflict((conflict) => conflict.columns(["seller_id", "provider", "ref"]).doUpdateSet(facts))
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = (lines ?? []).map(({ feePence, ...line }) => ({ payout_id: id, ...line, fee_pence: feePence }));
  const before = tx.selectFrom("payout_lines").select(["id", "pence", "fee_pence", "ref"]).where("payout_id", "=", id);
  const known = new Map((await before.execute()).map((line) => [line.id, line]));
  const isSame = (line: (typeof rows)[number]) => {
    const old = known.get(line.id);
    return old?.pence === line.pence && old.fee_pence === line.fee_pence && old.ref === line.ref;
  };
  if (known.size === rows.length && rows.every(isSame)) return;
  await tx.deleteFrom("payout_lines").where("payout_id", "=", id).execute();
  if (rows.length > 0) await tx.insertInto("payout_lines").values(rows).execute();
}

/** The provider says that there is a new payout or dispute: both are read now. */
export async function nudgeAccount({ db, clock }: AppContext, sellerId: string): Promise<void> {
  const due = db.kysely.updateTable("tills").set({ payouts_at: clock.now() });
  await due.where("seller_id", "=", sellerId).execute();
}

/** `judged` null: the provider does not say what it pays. */
export type SeenPayout = {
  id: string;
  ref: string;
  day: string;
  pence: number;
  hasFailed: boolean;
  provider: string;
  judged: JudgedPayout | null;
  isRight: boolean;
};

export type SeenPayouts = {
  sellerName: string;
  therapistId: string | null;
  zone: string;
  /** Why they could not be read last time. */
  words: string | null;
  payouts: SeenPayout[];
};

const MOST = 50;

/** A seller's last payouts or one of them, latest first. Null: not theirs to see. */
export async function viewPayouts(
  app: AppContext,
  actor: Actor,
  { sellerId, only }: { sellerId: string; only?: string },
): Promise<SeenPayouts | null> {
  const till = await viewTill(app, actor, sellerId);
  if (!till) return null;
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const stored = await db
    .selectFrom("tills")
    .select("payouts_words")
    .where("seller_id", "=", sellerId)
    .executeTakeFirst();
  const { sellerName, therapistId } = till;
  const payouts = await judgeAll(db, { sellerId, ...(only !== undefined && { only }) });
  if (only !== undefined && payouts.length === 0) return null;
  return { sellerName, therapistId, zone, words: stored?.payouts_words ?? null, payouts };
}

async function judgeAll(db: Queries, { sellerId, only }: { sellerId: string; only?: string }): Promise<SeenPayout[]> {
  const chosen = only === undefined ? null : await getDay(db, { sellerId, id: only });
  if (only !== undefined && chosen === null) return [];
  // One more than is listed: the payments of the last of them are those after it.
  const rows = await db
    .selectFrom("payouts")
    .selectAll()
    .where("seller_id", "=", sellerId)
    .orderBy("day", "desc")
    .orderBy("at", "desc")
    .orderBy("id")
    .$if(chosen === null, (query) => query.limit(MOST + 1))
    .$if(chosen !== null, (query) =>
      query
        .where("day", ">=", addDays(chosen ?? "", -2 * OLDEST_DAYS))
        .where("day", "<=", addDays(chosen ?? "", OLDEST_DAYS)),
    )
    .execute();
  if (rows.length === 0) return [];
  const first = rows.at(-1);
  const ids = rows.map(({ id }) => id);
  const lines = await db.selectFrom("payout_lines").selectAll().where("payout_id", "in", ids).orderBy("id").execute();
  const byPayout = new Map<string, PayoutLine[]>(ids.map((id) => [id, []]));
  for (const { payout_id, fee_pence: feePence, ...line } of lines) byPayout.get(payout_id)?.push({ ...line, feePence });
  const own = await listOwn(db, { sellerId, since: Date.parse(addDays(first?.day ?? "", -OLDEST_DAYS)) });
  const arrived = rows.filter(({ has_failed }) => has_failed === 0);
  const paidOut = new Set(
    arrived.flatMap(({ id }) =>
      (byPayout.get(id) ?? []).flatMap((line) => (line.line === "payment" ? (line.ref ?? []) : [])),
    ),
  );
  const seen: SeenPayout[] = [];
  let since = 0;
  const before: PayoutLine[] = [];
  for (const row of rows.toReversed()) {
    const known = { own, before, isPaidOut: (ref: string) => paidOut.has(ref), since };
    const judged =
      row.has_lines === 1
        ? judgePayout({ day: row.day, pence: row.pence, lines: byPayout.get(row.id) ?? [] }, known)
        : null;
    if (row.has_failed === 0) before.push(...(byPayout.get(row.id) ?? []));
    if (judged && row.has_failed === 0) since = Math.max(since, newestOf(judged.lines));
    seen.push(seenOf(row, judged));
  }
  return only === undefined ? seen.toReversed().slice(0, MOST) : seen.filter(({ id }) => id === only);
}

async function getDay(db: Queries, { sellerId, id }: { sellerId: string; id: string }): Promise<string | null> {
  const row = db.selectFrom("payouts").select("day").where("seller_id", "=", sellerId).where("id", "=", id);
  return (await row.executeTakeFirst())?.day ?? null;
}

/** A payment before the first payout that we know was paid out before we read any. */
const OLDEST_DAYS = 31;

function seenOf(row: Row, judged: JudgedPayout | null): SeenPayout {
  const { id, ref, day, pence } = row;
  const provider = PROVIDERS[row.provider as keyof typeof PROVIDERS] ?? row.provider;
  const hasFailed = row.has_failed === 1;
  return { id, ref, day, pence, provider, judged, hasFailed, isRight: judged !== null && !hasFailed && addsUp(judged) };
}

async function listOwn(db: Queries, { sellerId, since }: { sellerId: string; since: number }): Promise<OwnPayment[]> {
  const pages = await db
    .selectFrom("pay_pages")
    .innerJoin("pay_links", "pay_links.id", "pay_pages.link_id")
    .leftJoin("clients", "clients.id", "pay_links.client_id")
    .leftJoin("voucher_orders", "voucher_orders.link_id", "pay_links.id")
    .leftJoin("payments", "payments.id", "pay_pages.payment_id")
    .select(["pay_pages.id", "pay_pages.provider_ref", "pay_pages.paid_amount"])
    .select((one) => one.fn.coalesce("clients.name", "voucher_orders.buyer_name").as("name"))
    .select(["pay_pages.at", "payments.at as paid_at"])
    .where("pay_pages.seller_id", "=", sellerId)
    .where("pay_pages.provider_ref", "is not", null)
    .where("pay_pages.mode", "<>", "test")
    .where("pay_pages.at", ">=", since)
    .execute();
  const refunds = await db
    .selectFrom("online_refunds")
    .innerJoin("pay_pages", "pay_pages.id", "online_refunds.page_id")
    .select(["online_refunds.page_id", "online_refunds.amount"])
    .where("online_refunds.state", "=", "done")
    // What a bank took back is no refund of ours.
    .where((one) =>
      one.or([
        one("online_refunds.provider_ref", "is", null),
        one("online_refunds.provider_ref", "not in", one.selectFrom("disputes").select("disputes.ref")),
      ]),
    )
    .where("pay_pages.seller_id", "=", sellerId)
    .where("pay_pages.at", ">=", since)
    .execute();
  const disputes = await db
    .selectFrom("disputes")
    .select(["page_id", "moves"])
    .where("seller_id", "=", sellerId)
    .execute();
  const till = db.selectFrom("tills").select("disputes_words").where("seller_id", "=", sellerId);
  const isUnread = (await till.executeTakeFirst())?.disputes_words != null;
  const back = new Map<string, number[]>();
  for (const { page_id, amount } of refunds) back.set(page_id, [...(back.get(page_id) ?? []), amount]);
  const moved = new Map<string, number[]>();
  for (const { page_id, moves } of disputes) {
    const own = (JSON.parse(moves) as DisputeMove[]).map(({ pence }) => pence);
    moved.set(page_id, [...(moved.get(page_id) ?? []), ...own]);
  }
  return pages.map(({ id, provider_ref, paid_amount, name, at, paid_at }) => ({
    ...{ ref: provider_ref ?? "", pence: paid_amount ?? 0, name, at: paid_at ?? at },
    ...{ refunds: back.get(id) ?? [], disputes: moved.get(id) ?? (isUnread ? null : []) },
  }));
}

/**
 * What this site knows of a payment at the provider. `refunds`: pence that went back, each by itself; `disputes`: what banks
 * took (below zero) and gave back, null while that can't be read; `at`: epoch ms.
 */
export type OwnPayment = {
  ref: string;
  pence: number;
  name: string | null;
  at: number;
  refunds: readonly number[];
  disputes: readonly number[] | null;
};

export type Payout = { day: string; pence: number; lines: readonly PayoutLine[] };

/** `extra`: this site knows nothing of it; `differs`: its amount is another than ours. */
export type JudgedLine = PayoutLine & { own: OwnPayment | null; fault: "extra" | "differs" | null };

/** `offPence`: what arrived beyond the sum of the lines. `missing`: ours that no payout has. */
export type JudgedPayout = {
  lines: JudgedLine[];
  sums: Record<PayoutLine["line"], { count: number; pence: number }>;
  feePence: number;
  offPence: number;
  missing: OwnPayment[];
};

type Known = {
  own: readonly OwnPayment[];
  /** Every line of other payouts that is about the same payments, in the order in which they arrived before this one. */
  before: readonly PayoutLine[];
  /** What stands in any payout. */
  isPaidOut: (ref: string) => boolean;
  /** A payment before then is looked for in earlier payouts. Epoch ms. */
  since: number;
};

/** Matches each line to what this site knows, to the penny: bank line = payments − fees − refunds − disputes. */
export function judgePayout({ pence, lines }: Payout, { own, before, isPaidOut, since }: Known): JudgedPayout {
  const byRef = new Map(own.map((one) => [one.ref, one]));
  const left: Left = {
    refund: new Map(own.map(({ ref, refunds }) => [ref, refunds.map((pence) => -pence)])),
    dispute: new Map(own.map(({ ref, disputes }) => [ref, [...(disputes ?? [])]])),
  };
  for (const line of before) if (line.line === "refund" || line.line === "dispute") takeFrom(left[line.line], line);
  const judged = lines.map((line): JudgedLine => {
    const known = (line.ref !== null && byRef.get(line.ref)) || null;
    return { ...line, own: known, fault: faultOf(line, known, left) };
  });
  const sums: JudgedPayout["sums"] = {
    payment: { count: 0, pence: 0 },
    refund: { count: 0, pence: 0 },
    dispute: { count: 0, pence: 0 },
    other: { count: 0, pence: 0 },
  };
  let feePence = 0;
  for (const line of judged) {
    sums[line.line].count += 1;
    sums[line.line].pence += line.pence;
    feePence += line.feePence;
  }
  const sum = Object.values(sums).reduce((all, one) => all + one.pence, 0) - feePence;
  const newest = newestOf(judged);
  const missing = own.filter(({ ref, at }) => at > since && at < newest && !isPaidOut(ref));
  return { lines: judged, sums, feePence, offPence: pence - sum, missing };
}

/** When the last payment in it was made; 0: it has none of ours. Epoch ms. */
export const newestOf = (lines: readonly Pick<JudgedLine, "line" | "own">[]) =>
  Math.max(0, ...lines.map(({ line, own }) => (line === "payment" ? (own?.at ?? 0) : 0)));

/** Whether nothing of it is to be looked at by a person. */
export const addsUp = ({ lines, offPence, missing }: JudgedPayout) =>
  offPence === 0 && missing.length === 0 && lines.every(({ fault }) => fault === null);

/** By payment, what of ours no line has been found for. */
type Left = Record<"refund" | "dispute", Map<string, number[]>>;

function faultOf(line: PayoutLine, own: OwnPayment | null, left: Left): JudgedLine["fault"] {
  // What the provider takes or gives by itself has nothing of ours.
  if (line.line === "other") return null;
  if (!own) return "extra";
  if (line.line === "payment") return line.pence === own.pence ? null : "differs";
  if (line.line === "dispute" && own.disputes === null) return null;
  return takeFrom(left[line.line], line) ? null : "extra";
}

function takeFrom(left: Map<string, number[]>, { ref, pence }: PayoutLine): boolean {
  const own = left.get(ref ?? "") ?? [];
  const found = own.indexOf(pence);
  if (found < 0) return false;
  own.splice(found, 1);
  return true;
}
