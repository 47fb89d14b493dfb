import { isPending, isStanding } from "#app/appointments/status.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import { listRows } from "#app/diary/appointment-list.db.server.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";

// Few enough to read at once: more than fifty rooms have in a month.
const MOST = 10_000;

export async function listStartingIn(
  db: Queries,
  { start, end }: Interval,
  reach: Reach,
): Promise<AppointmentListRow[]> {
  const ids = await db
    .selectFrom("appointments")
    .select("id")
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where(isWithin(reach))
    .orderBy("starts_at")
    .orderBy("id")
    .limit(MOST)
    .execute();
  return listRows(
    db,
    ids.map((row) => row.id),
  );
}

/** When the first appointment from an instant on begins that is not cancelled; null if none is booked. */
export async function getNextStart(db: Queries, from: number, reach: Reach): Promise<number | null> {
  const row = await db
    .selectFrom("appointments")
    .select("starts_at")
    .where("starts_at", ">=", from)
    .where(isStanding)
    .where(isWithin(reach))
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return row?.starts_at ?? null;
}

export function selectPending(db: Queries, now: number, reach: Reach) {
  return db
    .selectFrom("appointments")
    .select((eb) => eb.fn.countAll<number>().as("pending"))
    .where(isPending)
    .where(isWithin(reach))
    .where("starts_at", ">=", now);
}
