import { type SqlBool, sql } from "kysely";
import { judgedUntil } from "#app/appointments/result.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import { engineOf, type Queries, type Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { SummedDay } from "#app/reports/day-sums.ts";
import type { Split } from "#app/reports/report-totals.ts";

/** What the sums of a day depend on, beside its appointments. `now`: when they are asked for. */
export type DayTerms = { zone: string; changeNotice: number; now: number };

/** A stored day whose sums are those of now. */
export type StoredDay = Interval & { stamp: string; isJudged: boolean };

const FORMAT = 1;
const DAY_MS = 86_400_000;
const LOCK_WAIT = "50ms";

// Where local days begin depends on what this Node knows of the zones.
const wordsOf = ({ zone, changeNotice }: DayTerms) => [FORMAT, zone, changeNotice, process.versions.tz ?? ""].join(" ");

/** The stored days within, in order of time. Of one whose last appointment may not be over nothing is known yet. */
export async function listStoredDays(db: Queries, within: Interval, terms: DayTerms): Promise<StoredDay[]> {
  return usable(await selectDays(db, within, terms).execute(), terms);
}

/** The same with their sums by the parts of a split, and the booked time of each therapist. */
export async function listSummedDays(
  db: Queries,
  within: Interval,
  { split, ...terms }: DayTerms & { split: Split },
): Promise<(StoredDay & SummedDay & { booked: string })[]> {
  const sums = sql<string>`${sql.ref(`by_${split}`)}`.as("sums");
  const days = await selectDays(db, within, terms).select([sums, "booked"]).execute();
  return usable(days, terms);
}

function selectDays(db: Queries, within: Interval, terms: DayTerms) {
  return db
    .selectFrom("report_days")
    .select(["starts_at as start", "ends_at as end", "stamp", "judged"])
    .where("starts_at", ">=", within.start)
    .where("starts_at", "<", within.end)
    .where("ends_at", "<=", Math.min(within.end, terms.now - DAY_MS))
    .where("terms", "=", wordsOf(terms))
    .orderBy("starts_at");
}

/** The times within that no stored day covers, in order. */
export async function listTimesWithout(db: Queries, within: Interval, terms: DayTerms): Promise<Interval[]> {
  const { rows } = await sql<Interval>`
    select "start", "end" from (
      select lag(ends_at, 1, ${sql.lit(within.start)}) over (order by starts_at) as "start", starts_at as "end" from (
        select starts_at, ends_at from report_days
        where starts_at >= ${sql.lit(within.start)} and ends_at <= ${sql.lit(within.end)}
          and terms = ${wordsOf(terms)} and (judged = 1 or starts_at >= ${sql.lit(judgedUntil(terms))})
        union all select ${sql.lit(within.end)}, ${sql.lit(within.end)}) as known) as bounds
    where "start" < "end" order by "start"`.execute(db);
  return rows;
}

/** Sums of before the six weeks were over don't tell who came again. */
function usable<Day extends { start: number; judged: number }>(
  days: readonly Day[],
  terms: DayTerms,
): (Omit<Day, "judged"> & { isJudged: boolean })[] {
  const until = judgedUntil(terms);
  return days
    .filter(({ start, judged }) => judged === 1 || start >= until)
    .map(({ judged, ...day }) => ({ ...day, isJudged: day.start < until }));
}

/** Sums that were counted by other terms. */
export async function forgetOtherDays(db: Queries, terms: DayTerms): Promise<void> {
  const words = wordsOf(terms);
  // As two ends of an index: "another" would read them all.
  const isOther = sql<SqlBool>`(terms < ${words} or terms > ${words})`;
  await db.deleteFrom("report_days").where(isOther).execute();
}

type NewDay = Interval & Omit<Tables["report_days"], "starts_at" | "ends_at" | "terms" | "judged">;

export async function storeDays(tx: Tx, terms: DayTerms, days: readonly NewDay[]): Promise<void> {
  if (days.length === 0) return;
  const [words, until] = [wordsOf(terms), judgedUntil(terms)];
  const rows = days.map(({ start, end, ...sums }) => {
    return { ...sums, starts_at: start, ends_at: end, terms: words, judged: start < until ? 1 : 0 };
  });
  const replaced = rows.map(({ starts_at }) => starts_at);
  await tx.deleteFrom("report_days").where("starts_at", "in", replaced).execute();
  await tx.insertInto("report_days").values(rows).execute();
}

/**
 * Nobody writes what the sums are made of until the transaction ends; those who wrote have ended. The first of a
 * transaction. Fails with `55P03` where somebody writes for long.
 */
export async function keepWritersOut(tx: Tx): Promise<void> {
  if (engineOf(tx) === "sqlite") return;
  // A serializable writer who began before sees no sums of ours: the database must notice that both crossed.
  await sql`set transaction isolation level serializable`.execute(tx);
  // Sums that a crash takes are counted anew, so nobody waits for the disk, or for a standby, behind this lock.
  await sql`set local synchronous_commit = off`.execute(tx);
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(tx);
  await sql`lock table appointments, attendances, cancellations in share row exclusive mode`.execute(tx);
}

/** When the first appointment of all begins. */
export async function getFirstStart(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom("appointments")
    .select(({ fn }) => fn.min<number | null>("starts_at").as("first"))
    .executeTakeFirst();
  return row?.first ?? null;
}
