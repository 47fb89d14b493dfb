import { isStanding } from "#app/appointments/appointments.db.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { listRows } from "#app/diary/lists/appointment-list.db.server.ts";
import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";
import type { AttendanceMark } from "#app/diary/lists/attendance-mark.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { selectUpTo } from "#app/platform/database/count-listed.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { type Actor, requireScope, type Scope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** Older visits stay "Not recorded" and can be marked on their own page: what is asked for must be able to reach zero. */
export const LOOK_BACK_DAYS = 31;
const DAY_MS = 86_400_000;
/** As many as are shown, and can be marked, at once. */
export const MOST_UNRECORDED = 200;

type Unrecorded = { rows: AppointmentListRow[]; total: number; zone: string; now: number };

/**
 * Visits of the last month that are over, and of which nobody has recorded whether the client came. Latest first.
 * `total`: one more than are shown stands for any number beyond.
 */
export async function listUnrecorded(app: AppContext, actor: Actor): Promise<Unrecorded> {
  const scope = requireScope(actor, "see", "appointments");
  const db = app.db.kysely;
  const now = app.clock.now();
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const ids = await idsOf(db, now, scope);
  return { rows: await listRows(db, ids.slice(0, MOST_UNRECORDED)), total: ids.length, zone, now };
}

/** The latest of them, as many as can be marked at once. */
export async function listUnrecordedIds(app: AppContext, actor: Actor): Promise<string[]> {
  const ids = await idsOf(app.db.kysely, app.clock.now(), requireScope(actor, "change", "appointments"));
  return ids.slice(0, MOST_UNRECORDED);
}

async function idsOf(db: Queries, now: number, scope: Scope): Promise<string[]> {
  const rows = await latest(db, now, scope)
    .limit(MOST_UNRECORDED + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many there are; one more than are shown stands for any number beyond. */
export function selectUnrecorded(db: Queries, now: number, scope: Scope) {
  return selectUpTo(db, latest(db, now, scope), { most: MOST_UNRECORDED + 1, name: "unrecorded" });
}

function latest(db: Queries, now: number, scope: Scope) {
  return db
    .selectFrom("appointments")
    .select("appointments.id")
    .orderBy("starts_at", "desc")
    .orderBy("appointments.id")
    .where("starts_at", ">=", now - LOOK_BACK_DAYS * DAY_MS)
    .where("starts_at", "<", now)
    .where("ends_at", "<=", now)
    .where(isStanding)
    .where(isWithin(scope))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("attendances").select("state").whereRef("attendances.appointment_id", "=", "appointments.id"),
        ),
      ),
    );
}

/** `done`: the visits that were marked; `left`: how many were not; `missing`: how many of those are not there. */
type Marked = { done: string[]; left: number; missing: number };

type Marking = { ids: readonly string[]; mark: AttendanceMark };

const DONE = ["changed", "cancelled", "reinstated"];
const ATTENDED = { came: "finished", missed: "missed" } as const;

/** Marks visits that nobody has recorded; what somebody else has marked in the meantime stays. For the practice only. */
export async function markAppointments(app: AppContext, actor: Actor, { ids, mark }: Marking): Promise<Marked> {
  requireScope(actor, "change", "appointments");
  return each(ids, (id) => markOne(app, actor, { id, mark }));
}

/** Undoes `markAppointments`, where its mark still stands. */
export async function unmarkAppointments(app: AppContext, actor: Actor, { ids, mark }: Marking): Promise<Marked> {
  requireScope(actor, "change", "appointments");
  return each(ids, async (appointmentId) => {
    if (mark === "late") {
      return (await reinstate(app, actor, { appointmentId, despite: true })).kind;
    }
    const back = { appointmentId, attendance: "expected", seen: ATTENDED[mark] } as const;
    return (await markAttendance(app, actor, back)).kind;
  });
}

async function markOne(
  app: AppContext,
  actor: Actor,
  { id, mark }: { id: string; mark: AttendanceMark },
): Promise<string> {
  if (mark !== "late") {
    const marking = { appointmentId: id, attendance: ATTENDED[mark], seen: "expected" } as const;
    return (await markAttendance(app, actor, marking)).kind;
  }
  const outcome = await cancel(app, actor, { appointmentId: id, reason: null, askedBy: "client", unmarked: true });
  return outcome.kind === "cancelled" && outcome.again ? "conflict" : outcome.kind;
}

async function each(ids: readonly string[], work: (id: string) => Promise<string>): Promise<Marked> {
  const done: string[] = [];
  let missing = 0;
  for (const id of ids) {
    const kind = await work(id);
    if (DONE.includes(kind)) done.push(id);
    if (kind === "not-found") missing += 1;
  }
  return { done, left: ids.length - done.length, missing };
}
