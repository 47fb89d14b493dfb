import { isPending } from "#app/appointments/status.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import { listRows } from "#app/diary/appointment-list.db.server.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

// Few enough to read at once: more than fifty rooms have in a month.
const MOST = 10_000;

export async function listStartingIn(db: Queries, { start, end }: Interval): Promise<AppointmentListRow[]> {
  const ids = await db
    .selectFrom("appointments")
    .select("id")
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .orderBy("starts_at")
    .orderBy("id")
    .limit(MOST)
    .execute();
  return listRows(
    db,
    ids.map((row) => row.id),
  );
}

export async function countPending(db: Queries, now: number): Promise<number> {
  const { total } = await db
    .selectFrom("appointments")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(isPending)
    .where("starts_at", ">=", now)
    .executeTakeFirstOrThrow();
  return Number(total);
}
