import { type SqlBool, sql } from "kysely";
import type { Queries } from "#app/platform/app-context.server.ts";

const SOURCE = "calendly";

// Standing there and ahead, but cancelled or at another time here.
const isDifferent = (now: number) =>
  sql<SqlBool>`there.state = 'live' and there.starts_at > ${now}
    and (lower(here.status) = 'cancelled' or here.starts_at <> there.starts_at)`;

const joined = (db: Queries) =>
  db
    .selectFrom("external_bookings as there")
    .leftJoin("appointments as here", "here.id", "there.appointment_id")
    .where("there.source", "=", SOURCE);

type Counts = { clashes: number; odd: number; differences: number };

/**
 * How many bookings there have no place here, how many have times that no diary takes, and how many stand here
 * otherwise than there. In one statement.
 */
export function selectDifferenceCounts(db: Queries, now: number) {
  return joined(db).select([
    sql<number>`coalesce(sum(case when there.state = 'clash' then 1 else 0 end), 0)`.as("clashes"),
    sql<number>`coalesce(sum(case when there.state = 'review' then 1 else 0 end), 0)`.as("odd"),
    sql<number>`coalesce(sum(case when ${isDifferent(now)} then 1 else 0 end), 0)`.as("differences"),
  ]);
}

export async function countDifferences(db: Queries, now: number): Promise<Counts> {
  const row = await selectDifferenceCounts(db, now).executeTakeFirst();
  return { clashes: Number(row?.clashes ?? 0), odd: Number(row?.odd ?? 0), differences: Number(row?.differences ?? 0) };
}

export type Differences = { id: string; name: string | null; there: number; here: number; isCancelled: boolean };

/** What stands on Calendly otherwise than here, the earliest first. `here`, `there`: its starts. */
export async function listDifferences(db: Queries, now: number): Promise<Differences[]> {
  const rows = await joined(db)
    .select([
      "here.id",
      "here.name",
      "here.starts_at as here",
      "there.starts_at as there",
      sql<number>`case when lower(here.status) = 'cancelled' then 1 else 0 end`.as("cancelled"),
    ])
    .where(isDifferent(now))
    .orderBy("there.starts_at")
    .orderBy("there.uri")
    .execute();
  return rows.flatMap(({ id, name, here, there, cancelled }) =>
    id && here !== null && there !== null ? [{ id, name, there, here, isCancelled: Number(cancelled) === 1 }] : [],
  );
}
