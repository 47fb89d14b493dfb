import { sql } from "kysely";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import { followSchedule, noteFeeRule } from "#app/payments/fees.server.ts";
import { accountantMonth, KEEPS_BOOKS } from "#app/payments/payments.mail.tsx";
import { tendOrders } from "#app/payments/shop/orders.jobs.server.ts";
import { expireVouchers } from "#app/payments/shop/return-voucher.server.ts";
import { type Verdict, verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { addDays, localDateOf, localMinuteOf } from "#app/platform/date-time.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";

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

/** Checks the ledger each night, drops the names that nothing needs any longer, and ends what has expired. Returns a function that stops it. */
export function startCheckingLedger(app: AppContext): () => Promise<void> {
  const job = async (given: AppContext) => {
    if (!(await checkLedgerIfDue(given))) return;
    await dropOldNames(given);
    while ((await expireVouchers(given)) > 0);
    await tendOrders(given);
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

const LOOK_EVERY = 600_000;
const SIX_O_CLOCK = 6 * 60;

export function startAccountantMails(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: mailAccountants, failed: "the bookkeepers’ mail could not be made" });
}

/** Tells each bookkeeper of the month that is over, once: from six on the 1st, or as soon after as the site runs. */
export async function mailAccountants(app: AppContext): Promise<void> {
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on || !payments.monthlyMail) return;
  const now = app.clock.now();
  const today = localDateOf(now, bookingRules.zone);
  if (today.endsWith("-01") && localMinuteOf(now, bookingRules.zone) < SIX_O_CLOCK) return;
  const month = monthBefore(today);
  const db = app.db.kysely;
  const known = db.selectFrom("accountant_months").select("month").where("month", "=", month);
  if (await known.executeTakeFirst()) return;
  await db.transaction().execute(async (tx) => {
    if (!(await noteMonth(tx, { month, now }))) return;
    const people = await listBookkeepers(tx);
    const mails = people.map((to) => accountantMonth.message({ kind: "user", id: to }, { to, month }));
    if (mails.length > 0) await enqueue(tx, mails, now);
  });
}

function monthBefore(day: string): string {
  return addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7);
}

/** False: it was noted before, by this process or another. */
async function noteMonth(tx: Tx, { month, now }: { month: string; now: number }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("accountant_months")
    .values({ month, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** The ids of the users who keep the books. */
export async function listBookkeepers(db: Queries): Promise<string[]> {
  const staff = db.selectFrom("staff").select("user_id").where("state", "=", "active");
  return (await staff.where("parts", "like", KEEPS_BOOKS).execute()).map(({ user_id }) => user_id);
}

/** Switched on, the first mail is about the month that is under way. */
export async function switchMonthlyMail(
  app: AppContext,
  actor: Actor,
  on: boolean,
): Promise<{ kind: "changed" | "forbidden" }> {
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }) => {
    const { payments, bookingRules } = (await readPractice(app, tx)).settings;
    await writeSetting(tx, { key: "payments", value: { ...payments, monthlyMail: on }, now });
    if (on) await noteMonth(tx, { month: monthBefore(localDateOf(now, bookingRules.zone)), now });
    await noted("setting.change", { kind: "setting", id: "payments" }, { monthlyMail: on ? "on" : "off" });
    return { kind: "changed" as const };
  });
}
