import { AMOUNT_IN, FILES, lineOf, referenceOf } from "#app/payments/accountant-files.ts";
import type { Counted } from "#app/payments/close-day.server.ts";
import { filedPayments } from "#app/payments/export-payments.server.ts";
import {
  CHAINED_TABLES,
  type Chained,
  digestOf,
  FIRST_SEAL,
  sealOf,
  wordsAndFacts,
} from "#app/payments/ledger.server.ts";
import { SUMMED_METHODS } from "#app/payments/money.ts";
import type { Queries } from "#app/platform/app-context.server.ts";

const AT_ONCE = 400;

/** `fault`: the first row that differs, in words; null: everything agrees. */
export type Verdict = { entries: number; fault: string | null };

/**
 * Proves each seller's chain, then that no row stands beside it, and that balances, receipts, closings and the
 * accountant's files agree with the rows.
 */
export async function verifyLedger(db: Queries): Promise<Verdict> {
  const heads = await db.selectFrom("ledger_heads").selectAll().orderBy("seller_id").execute();
  let entries = 0;
  for (const head of heads) {
    const { seq, fault } = await verifyChain(db, head);
    entries += seq;
    if (fault) return { entries, fault };
  }
  for (const check of [looseRow, mixedUp, overspent, wrongClosing, numberGap, wrongVoucher, wrongFile]) {
    const fault = await check(db);
    if (fault) return { entries, fault };
  }
  return { entries, fault: null };
}

async function verifyChain(db: Queries, head: { seller_id: string; seq: number; seal: string }) {
  let before = FIRST_SEAL;
  let seq = 0;
  while (true) {
    const entries = await db
      .selectFrom("ledger_entries")
      .selectAll()
      .where("seller_id", "=", head.seller_id)
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(AT_ONCE)
      .execute();
    if (entries.length === 0) break;
    const rows = await rowsOf(db, entries);
    for (const { place, row_id, salt, digest, seal, ...entry } of entries) {
      const name = `entry ${entry.seq} of seller ${head.seller_id}, ${place} ${row_id}`;
      const row = rows.get(row_id);
      if (entry.seq !== seq + 1) return { seq, fault: `${name}: entry ${seq + 1} is missing before it` };
      if (!row) return { seq, fault: `${name}: the row is gone` };
      const { words, facts } = wordsAndFacts(place as Chained, row);
      if (sealOf({ before, seq: entry.seq, place, facts, digest }) !== seal) {
        return { seq, fault: `${name}: its amounts or ids are not those that were written` };
      }
      // An erasure takes both away, and leaves the digest.
      if (words !== null && (salt === null || digest === null || digestOf(salt, words) !== digest)) {
        return { seq, fault: `${name}: its words are not those that were written` };
      }
      if (words === null && salt !== null) return { seq, fault: `${name}: its words are gone` };
      before = seal;
      seq = entry.seq;
    }
  }
  const agrees = head.seq === seq && head.seal === before;
  return {
    seq,
    fault: agrees
      ? null
      : `the end of seller ${head.seller_id}'s chain: ${head.seq} entries were written, ${seq} are there`,
  };
}

async function rowsOf(db: Queries, entries: readonly { place: string; row_id: string }[]) {
  const rows = new Map<string, Record<string, unknown>>();
  for (const place of CHAINED_TABLES) {
    const ids = entries.filter((entry) => entry.place === place).map(({ row_id }) => row_id);
    if (ids.length === 0) continue;
    const found = await db
      .selectFrom(place as "bills")
      .selectAll()
      .where("id", "in", ids)
      .execute();
    for (const row of found) rows.set(row.id, row);
  }
  return rows;
}

async function looseRow(db: Queries): Promise<string | null> {
  for (const place of CHAINED_TABLES) {
    const row = await db
      .selectFrom(place as "bills")
      .leftJoin("ledger_entries", "ledger_entries.row_id", `${place as "bills"}.id`)
      .select(`${place as "bills"}.id`)
      .where("ledger_entries.seq", "is", null)
      .limit(1)
      .executeTakeFirst();
    if (row) return `${place} ${row.id}: it was never written to the chain`;
  }
  return null;
}

/** A bill that is paid too much, or a client's money spent twice. */
async function overspent(db: Queries): Promise<string | null> {
  const totals = await sums(db, "bill_items", "bill_id");
  for (const [billId, paid] of await sums(db, "allocations", "bill_id")) {
    if (paid > (totals.get(billId) ?? 0)) return `bills ${billId}: more is paid than it says`;
  }
  const payments = await db.selectFrom("payments").select(["id", "counters", "pence", "tip_pence"]).execute();
  const rests = new Map<string, number>();
  const spent = await sums(db, "allocations", "payment_id");
  for (const { id, counters, pence, tip_pence } of payments) {
    const root = counters ?? id;
    rests.set(root, (rests.get(root) ?? 0) + pence - tip_pence - (spent.get(id) ?? 0));
  }
  const minus = [...rests].find(([, rest]) => rest < 0);
  return minus ? `payments ${minus[0]}: more of it is spent than was paid` : null;
}

async function sums(
  db: Queries,
  place: "bill_items" | "allocations",
  by: "bill_id" | "payment_id",
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(place as "allocations")
    .select([`${by} as of`, (all) => all.fn.sum<number>("pence").as("pence")])
    .groupBy(by)
    .execute();
  return new Map(rows.map(({ of, pence }) => [of, Number(pence)]));
}

/** What of one seller pays for what is another's. */
async function mixedUp(db: Queries): Promise<string | null> {
  const row = await db
    .selectFrom("allocations")
    .innerJoin("payments", "payments.id", "allocations.payment_id")
    .innerJoin("bills", "bills.id", "allocations.bill_id")
    .select("allocations.id")
    .where((one) =>
      one.or([
        one("payments.seller_id", "<>", one.ref("allocations.seller_id")),
        one("bills.seller_id", "<>", one.ref("allocations.seller_id")),
      ]),
    )
    .orderBy("allocations.id")
    .limit(1)
    .executeTakeFirst();
  return row ? `allocations ${row.id}: a payment to one seller pays another's bill` : null;
}

/** A closing of which the sum, or what was expected of a method, is not what the payments of its day add up to. */
async function wrongClosing(db: Queries): Promise<string | null> {
  const days = await db
    .selectFrom("payments")
    .select(["seller_id", "day", "method", (all) => all.fn.sum<number>("pence").as("pence")])
    .groupBy(["seller_id", "day", "method"])
    .execute();
  const taken = new Map(days.map((row) => [`${row.seller_id} ${row.day} ${row.method}`, Number(row.pence)]));
  const closings = await db.selectFrom("day_closings").selectAll().orderBy("day").orderBy("id").execute();
  for (const { id, seller_id, day, ...closing } of closings) {
    const sums = SUMMED_METHODS.map((method) => taken.get(`${seller_id} ${day} ${method}`) ?? 0);
    const whole = sums.reduce((all, pence) => all + pence, 0);
    const wrong = `day_closings ${id}: the payments of ${day} add up to something else`;
    if (whole !== closing.taken_pence) return wrong;
    const counted = JSON.parse(closing.methods) as Counted;
    let difference = 0;
    for (const [at, method] of SUMMED_METHODS.entries()) {
      const one = counted[method];
      if (!one) continue;
      const expected = (sums[at] ?? 0) + (method === "cash" ? closing.float_pence : 0);
      if (one.expected !== expected) return wrong;
      difference += (one.counted ?? expected) - expected;
    }
    if (difference !== closing.difference_pence) return `day_closings ${id}: its difference is not what was counted`;
  }
  return null;
}

/** A line of an accountant's file that says another amount than its payment, or has the reference of another. */
async function wrongFile(db: Queries): Promise<string | null> {
  const sellers = await db.selectFrom("ledger_heads").select("seller_id").orderBy("seller_id").execute();
  const references = new Map<string, string>();
  for (const { seller_id: sellerId } of sellers) {
    for await (const payment of filedPayments(db, { sellerId, ...EVER })) {
      for (const file of FILES) {
        const amount = lineOf(file, { ...payment, seller: "" }).split(",")[AMOUNT_IN[file]];
        if (Math.round(Number(amount) * 100) !== payment.pence) {
          return `payments ${payment.id}: the ${file} file says something else`;
        }
      }
      const reference = referenceOf(payment.id);
      const other = references.get(reference);
      if (other) return `payments ${payment.id}: it has the reference of payment ${other}`;
      references.set(reference, payment.id);
    }
  }
  return null;
}

const EVER = { from: "0000-01-01", to: "9999-12-31" };

async function numberGap(db: Queries): Promise<string | null> {
  const years = await db
    .selectFrom("receipts")
    .select([
      "seller_id",
      "year",
      (all) => all.fn.max("number").as("last"),
      (all) => all.fn.countAll<number>().as("count"),
    ])
    .groupBy(["seller_id", "year"])
    .execute();
  const gap = years.find(({ last, count }) => Number(last) !== Number(count));
  return gap ? `receipts of seller ${gap.seller_id} in ${gap.year}: a number is missing` : null;
}

/** A voucher of which more is gone than was sold, or that paid something else than its bill says. */
async function wrongVoucher(db: Queries): Promise<string | null> {
  const vouchers = await db
    .selectFrom("vouchers")
    .innerJoin("bill_items", "bill_items.id", "vouchers.item_id")
    .select(["vouchers.id", "kind", "face_pence", "sessions", "bill_items.pence as sold"])
    .execute();
  const moves = await db.selectFrom("voucher_moves").selectAll().execute();
  const gone = new Map<string, { pence: number; sessions: number }>();
  const spent = new Map<string, number>();
  const isMoney = new Set(vouchers.filter(({ kind }) => kind === "money").map(({ id }) => id));
  for (const { voucher_id, taking_id, move, ...row } of moves) {
    const before = gone.get(voucher_id) ?? { pence: 0, sessions: 0 };
    gone.set(voucher_id, { pence: before.pence + row.pence, sessions: before.sessions + row.sessions });
    if (move === "spent" && isMoney.has(voucher_id)) spent.set(taking_id, (spent.get(taking_id) ?? 0) + row.pence);
  }
  for (const { id, face_pence, sessions, sold } of vouchers) {
    const all = gone.get(id) ?? { pence: 0, sessions: 0 };
    if (face_pence !== sold) return `vouchers ${id}: it was sold for something else`;
    const isWithin = all.pence >= 0 && all.pence <= face_pence && all.sessions >= 0 && all.sessions <= (sessions ?? 0);
    if (!isWithin) return `vouchers ${id}: more of it is gone than was sold`;
  }
  const paid = new Map(
    (
      await db
        .selectFrom("bill_items")
        .select(["taking_id", (all) => all.fn.sum<number>("pence").as("pence")])
        .where("item", "=", "spent")
        .groupBy("taking_id")
        .execute()
    ).map(({ taking_id, pence }) => [taking_id, 0 - Number(pence)]),
  );
  const wrong = [...spent].find(([takingId, pence]) => (paid.get(takingId) ?? 0) !== pence);
  return wrong ? `voucher_moves of ${wrong[0]}: a bill says something else was paid with a voucher` : null;
}
