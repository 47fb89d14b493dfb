import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isStanding } from "#app/appointments/appointments.db.server.ts";
import {
  isFollowed,
  isJudged,
  isOfClient,
  isResult,
  type ResultTerms,
  resultIn,
} from "#app/appointments/result.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import { flag } from "#app/platform/database/expressions.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import type { Scope } from "#app/platform/permissions.ts";
import { type Count, NOT_STORED, type Split } from "#app/reports/report-totals.ts";

/** `times`: what is counted of the time within. `cuts`: instants at which stretches end and begin, within or not. */
export type CountTerms = ResultTerms & {
  scope: Scope;
  times: readonly Interval[];
  cuts: readonly number[];
  split: Split | null;
};

/** The stretches' ends and beginnings, first and last included. */
export function boundsOf({ within, cuts }: Pick<CountTerms, "within" | "cuts">): number[] {
  const inner = cuts.filter((cut) => within.start < cut && cut < within.end);
  return [within.start, ...[...new Set(inner)].sort((a, b) => a - b), within.end];
}

/**
 * The appointments that start within, added up by the database for each stretch of time, part and result. The database
 * knows no local days: the cuts are instants, and where one of them falls is the caller's to say.
 */
export async function listCounts(db: Queries, terms: CountTerms): Promise<Count[]> {
  const bounds = boundsOf(terms);
  const rows = await db
    .with(
      // Without it, both engines would answer each question once for every sum that asks it.
      (cte) => cte("facts").materialized(),
      () =>
        selectFacts(db, terms).select([
          stretchOf(bounds.slice(1, -1)).as("stretch"),
          (terms.split === null ? NONE : partOf(terms.split)).as("part"),
        ]),
    )
    .selectFrom("facts")
    .select(["stretch", "part", "result"])
    .select(({ fn }) => [fn.countAll<number>().as("all"), fn.sum<number>("price_pence").as("pence")])
    .select(({ fn }) => [fn.sum<number>("late").as("late"), fn.sum<number>("first").as("first")])
    .select(({ fn }) => [fn.sum<number>("judged").as("judged"), fn.sum<number>("followed").as("followed")])
    .groupBy(["stretch", "part", "result"])
    .execute();
  return rows.map(({ stretch, ...row }) => ({
    ...row,
    start: bounds[stretch] as number,
    end: bounds[stretch + 1] as number,
  }));
}

export type DayFact = Awaited<ReturnType<typeof listDayFacts>>[number];

/** What each appointment of a time counts as, in every split. */
export function listDayFacts(db: Queries, terms: ResultTerms) {
  return selectFacts(db, { ...terms, scope: "all", times: [terms.within] })
    .select(["starts_at as start", "ends_at as end"])
    .select([partOf("therapist").as("therapist"), partOf("service").as("service")])
    .select([partOf("source").as("source"), partOf("client").as("client")])
    .execute();
}

// The attendance is asked for row by row: PostgreSQL would read all of them for a join.
function selectFacts(db: Queries, terms: ResultTerms & Pick<CountTerms, "scope" | "times">) {
  const isBooked = isResult("booked", terms);
  return db
    .selectFrom("appointments")
    .select([resultIn(terms).as("result"), "price_pence"])
    .select([
      flag(isResult("late", terms)).as("late"),
      flag(sql`${isBooked} and ${isOfClient("new")}`).as("first"),
      flag(isJudged(terms)).as("judged"),
      flag(sql`${isBooked} and ${isJudged(terms)} and ${isFollowed(terms)}`).as("followed"),
    ])
    .where(startsIn(terms.times))
    .where(isWithin(terms.scope));
}

function startsIn(times: readonly Interval[]): RawBuilder<SqlBool> {
  const each = times.map(({ start, end }) => sql`(starts_at >= ${sql.lit(start)} and starts_at < ${sql.lit(end)})`);
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

function stretchOf(ends: readonly number[]): RawBuilder<number> {
  if (ends.length === 0) return sql`0`;
  const cases = ends.map((end, index) => sql`when starts_at < ${sql.lit(end)} then ${sql.lit(index)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(ends.length)} end`;
}

const NONE = sql.lit(NOT_STORED) as RawBuilder<string>;

function partOf(split: Split): RawBuilder<string> {
  if (split === "therapist") return sql`appointments.therapist_id`;
  if (split === "service") return sql`appointments.service_id`;
  if (split === "source") return sql`coalesce(appointments.source, ${NONE})`;
  return sql`case when appointments.client_id is null then ${NONE}
    when ${isOfClient("returning")} then 'returning' else 'new' end`;
}

/** What each therapist's appointments took of these times, whoever came. */
export async function listBookedTime(
  db: Queries,
  { therapistIds, times }: { therapistIds: readonly string[]; times: readonly Interval[] },
): Promise<Map<string, Interval[]>> {
  const rows = await db
    .selectFrom("appointments")
    .select(["therapist_id", "starts_at as start", "ends_at as end"])
    .where("therapist_id", "in", [...therapistIds])
    .where(startsIn(times))
    .where(isStanding)
    .execute();
  return Map.groupBy(rows, ({ therapist_id }) => therapist_id);
}
