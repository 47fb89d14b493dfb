import { isStanding } from "#app/appointments/status.db.server.ts";
import { listRows } from "#app/diary/appointment-list.db.server.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { selectUpTo } from "#app/platform/database/count-listed.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import { type Reach, requireReach } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** Older visits stay "Not recorded" and can be marked on their own page: what is asked for must be able to reach zero. */
export const ASKED_DAYS = 31;
const DAY_MS = 86_400_000;
/** As many as are shown, and can be marked, at once. */
export const MOST_UNRECORDED = 200;

type Unrecorded = { rows: AppointmentListRow[]; total: number; zone: string; now: number };

/**
 * Visits of the last month that are over, and of which nobody has recorded whether the client came. Latest first.
 * `total`: one more than are shown stands for any number beyond.
 */
export async function listUnrecorded(app: AppContext, actor: Actor): Promise<Unrecorded> {
  const reach = requireReach(actor, "see", "appointments");
  const db = app.db.kysely;
  const now = app.clock.now();
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const ids = await idsOf(db, now, reach);
  return { rows: await listRows(db, ids.slice(0, MOST_UNRECORDED)), total: ids.length, zone, now };
}

/** The latest of them, as many as can be marked at once. */
export async function listUnrecordedIds(app: AppContext, actor: Actor): Promise<string[]> {
  const ids = await idsOf(app.db.kysely, app.clock.now(), requireReach(actor, "change", "appointments"));
  return ids.slice(0, MOST_UNRECORDED);
}

async function idsOf(db: Queries, now: number, reach: Reach): Promise<string[]> {
  const rows = await latest(db, now, reach)
    .limit(MOST_UNRECORDED + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many there are; one more than are shown stands for any number beyond. */
export function selectUnrecorded(db: Queries, now: number, reach: Reach) {
  return selectUpTo(db, latest(db, now, reach), { most: MOST_UNRECORDED + 1, name: "unrecorded" });
}

function latest(db: Queries, now: number, reach: Reach) {
  return db
    .selectFrom("appointments")
    .select("appointments.id")
    .orderBy("starts_at", "desc")
    .orderBy("appointments.id")
    .where("starts_at", ">=", now - ASKED_DAYS * DAY_MS)
    .where("starts_at", "<", now)
    .where("ends_at", "<=", now)
    .where(isStanding)
    .where(isWithin(reach))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("attendances").select("state").whereRef("attendances.appointment_id", "=", "appointments.id"),
        ),
      ),
    );
}
