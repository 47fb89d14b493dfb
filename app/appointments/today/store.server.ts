import { sql } from "kysely";
import type { RegisterRow } from "#app/appointments/register/register.ts";
import { readRows } from "#app/appointments/register/store.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

// Few enough to read at once; a practice of fifty rooms has not more in a month.
const MOST = 10_000;

/** The appointments that start in this time, in order, whatever their status. */
export async function readStartingIn(db: Queries, { start, end }: Interval): Promise<RegisterRow[]> {
  const ids = await db
    .selectFrom("appointments")
    .select("id")
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .orderBy("starts_at")
    .orderBy("id")
    .limit(MOST)
    .execute();
  return readRows(
    db,
    ids.map((row) => row.id),
  );
}

/** How many that are still ahead wait to be confirmed. */
export async function countPending(db: Queries, now: number): Promise<number> {
  const { total } = await db
    .selectFrom("appointments")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(sql<boolean>`lower(status) not in ('confirmed', 'cancelled')`)
    .where("starts_at", ">=", now)
    .executeTakeFirstOrThrow();
  return Number(total);
}
