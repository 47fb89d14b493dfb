import { type RawBuilder, sql } from "kysely";
import {
  isFollowed,
  isJudged,
  isOfClient,
  isResult,
  type ResultTerms,
  resultIn,
} from "#app/appointments/result.db.server.ts";
import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { flag } from "#app/platform/database/flag.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";
import { NOT_STORED, type Split } from "#app/reports/report-split.ts";
import type { Count } from "#app/reports/report-tally.ts";

/** `cuts`: instants at which one stretch ends and the next begins, within or not. */
export type CountTerms = ResultTerms & { reach: Reach; cuts: readonly number[]; split: Split | null };

/**
 * The appointments that start within, added up by the database for each stretch of time, part and result. The database
 * knows no local days: the cuts are instants, and where one of them falls is the caller's to say.
 */
export async function listCounts(db: Queries, terms: CountTerms): Promise<Count[]> {
  const { within, cuts } = terms;
  const inner = cuts.filter((cut) => within.start < cut && cut < within.end);
  const ends = [...new Set(inner)].sort((a, b) => a - b);
  const rows = await db
    .with(
      // Without it, both engines would answer each question once for every sum that asks it.
      (cte) => cte("facts").materialized(),
      () => selectFacts(db, { ...terms, ends }),
    )
    .selectFrom("facts")
    .select(["stretch", "part", "result"])
    .select(({ fn }) => [fn.countAll<number>().as("all"), fn.sum<number>("price_pence").as("pence")])
    .select(({ fn }) => [fn.sum<number>("late").as("late"), fn.sum<number>("first").as("first")])
    .select(({ fn }) => [fn.sum<number>("judged").as("judged"), fn.sum<number>("followed").as("followed")])
    .groupBy(["stretch", "part", "result"])
    .execute();
  const bounds = [within.start, ...ends, within.end];
  return rows.map(({ stretch, ...row }) => ({
    ...row,
    start: bounds[stretch] as number,
    end: bounds[stretch + 1] as number,
  }));
}

// The attendance is asked for row by row: PostgreSQL would read all of them for a join.
function selectFacts(db: Queries, { ends, ...terms }: CountTerms & { ends: readonly number[] }) {
  const { within } = terms;
  const isBooked = isResult("booked", terms);
  return db
    .selectFrom("appointments")
    .select([
      stretchOf(ends).as("stretch"),
      partOf(terms.split).as("part"),
      resultIn(terms).as("result"),
      "price_pence",
    ])
    .select([
      flag(isResult("late", terms)).as("late"),
      flag(sql`${isBooked} and ${isOfClient("new")}`).as("first"),
      flag(isJudged(terms)).as("judged"),
      flag(sql`${isBooked} and ${isJudged(terms)} and ${isFollowed(terms)}`).as("followed"),
    ])
    .where("starts_at", ">=", within.start)
    .where("starts_at", "<", within.end)
    .where(isWithin(terms.reach));
}

function stretchOf(ends: readonly number[]): RawBuilder<number> {
  if (ends.length === 0) return sql`0`;
  const cases = ends.map((end, index) => sql`when starts_at < ${sql.lit(end)} then ${sql.lit(index)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(ends.length)} end`;
}

const NONE = sql.lit(NOT_STORED);

function partOf(split: Split | null): RawBuilder<string> {
  if (split === "therapist") return sql`appointments.therapist_id`;
  if (split === "service") return sql`appointments.service_id`;
  if (split === "source") return sql`coalesce(appointments.source, ${NONE})`;
  if (split === null) return NONE as RawBuilder<string>;
  return sql`case when appointments.client_id is null then ${NONE}
    when ${isOfClient("returning")} then 'returning' else 'new' end`;
}

/** What each therapist's appointments took of this time, whoever came. */
export async function listBookedTime(
  db: Queries,
  { therapistIds, within }: { therapistIds: readonly string[]; within: Interval },
): Promise<Map<string, Interval[]>> {
  const rows = await db
    .selectFrom("appointments")
    .select(["therapist_id", "starts_at as start", "ends_at as end"])
    .where("therapist_id", "in", [...therapistIds])
    .where("starts_at", ">=", within.start)
    .where("starts_at", "<", within.end)
    .where(isStanding)
    .execute();
  return Map.groupBy(rows, ({ therapist_id }) => therapist_id);
}
