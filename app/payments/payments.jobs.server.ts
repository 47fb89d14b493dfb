import { sql } from "kysely";
import { followSchedule, noteFeeRule } from "#app/payments/fees.server.ts";
import { expireVouchers } from "#app/payments/shop/return-voucher.server.ts";
import { type Verdict, verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Follows what the practice and its diary changed, once a minute. Returns a function that stops it. */
export function startFollowingMoney(app: AppContext): () => Promise<void> {
  const job = async (given: AppContext) => {
    await noteFeeRule(given);
    await followSchedule(given);
  };
  return repeat(app, { every: MINUTE_MS, job, failed: "fees could not follow the diary" });
}

/** Checks the ledger each night, drops the names that receipts need no longer, and ends what has expired. Returns a function that stops it. */
export function startCheckingLedger(app: AppContext): () => Promise<void> {
  const job = async (given: AppContext) => {
    if (!(await checkLedgerIfDue(given))) return;
    await dropOldNames(given);
    while ((await expireVouchers(given)) > 0);
  };
  return repeat(app, { every: HOUR_MS / 2, job, failed: "the ledger could not be checked" });
}

// Three at night, when hardly anyone takes money.
const NIGHT = 3;

/** Once a night, and only where money was ever taken. Null: not due. */
export async function checkLedgerIfDue(app: AppContext): Promise<Verdict | null> {
  const db = app.db.kysely;
  const head = await db.selectFrom("ledger_heads").select("seller_id").limit(1).executeTakeFirst();
  if (!head) return null;
  const { bookingRules } = (await readPractice(app)).settings;
  const nightOf = (at: number) => localDateOf(at - NIGHT * HOUR_MS, bookingRules.zone);
  const now = app.clock.now();
  const last = await getLedgerCheck(db);
  if (last && nightOf(last.at) === nightOf(now)) return null;
  // One moment for all of its reads: money may be taken meanwhile.
  const reading = db.transaction();
  const verdict = await (app.db.engine === "postgres" ? reading.setIsolationLevel("repeatable read") : reading).execute(
    (tx) => verifyLedger(tx),
  );
  const row = { at: now, entries: verdict.entries, fault: verdict.fault };
  await db
    .insertInto("ledger_checks")
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  if (verdict.fault) app.log.error({ fault: verdict.fault }, "the ledger differs from what was written");
  return verdict;
}

/** What the last nightly check found; null: there was none yet. */
export async function getLedgerCheck(
  db: Queries,
): Promise<{ at: number; entries: number; fault: string | null } | null> {
  const row = await db
    .selectFrom("ledger_checks")
    .select(["at", "entries", "fault"])
    .where("id", "=", 1)
    .executeTakeFirst();
  return row ?? null;
}

/** 1 where the last check found a fault. */
export function selectLedgerFault(db: Queries) {
  return db
    .selectFrom("ledger_checks")
    .select((eb) => eb.fn.countAll<number>().as("ledgerFault"))
    .where("fault", "is not", null);
}

const YEARS = 6;
const AT_ONCE = 500;

/** Drops names on receipts six years after the accounting year that they were issued in. Their numbers and sums stay. */
export async function dropOldNames(app: AppContext): Promise<number> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const { moneyRules, bookingRules } = (await readPractice(app, tx)).settings;
    const today = localDateOf(app.clock.now(), bookingRules.zone);
    const old = await tx
      .selectFrom("receipts")
      .select("id")
      .where("name", "is not", null)
      .where(sql<boolean>`at < ${lastInstantToDrop(today, moneyRules.yearEnd)}`)
      .limit(AT_ONCE)
      .execute();
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.updateTable("ledger_entries").set({ salt: null }).where("row_id", "in", ids).execute();
    await tx.updateTable("receipts").set({ name: null }).where("id", "in", ids).execute();
    return ids.length;
  });
}

/** The end of the last accounting year that ended six years before this local date; `yearEnd` is `MM-DD`. Epoch ms. */
export function lastInstantToDrop(today: string, yearEnd: string): number {
  const year = Number(today.slice(0, 4)) - YEARS;
  const isOver = today.slice(5) > yearEnd;
  return Date.parse(`${isOver ? year : year - 1}-${yearEnd}T23:59:59.999Z`);
}
