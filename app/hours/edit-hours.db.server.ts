import { sql } from "kysely";
import type { BusyElsewhere, Interval } from "#app/availability/interval.ts";
import type { DayException, WeeklyRange } from "#app/availability/opening-hours.ts";
import { weeklyFrom } from "#app/hours/working-time.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { newId } from "#app/platform/ids.server.ts";

/** A stored exception; `therapistId` null means everybody. Only the practice may see the reason. */
export type StoredException = DayException & { id: string; therapistId: string | null; reason: string | null };

export async function getWeek(
  db: Queries,
  therapistId: string,
): Promise<{ weekly: WeeklyRange[]; version: number } | null> {
  const therapist = await db
    .selectFrom("therapists")
    .select("hours_version")
    .where("id", "=", therapistId)
    .executeTakeFirst();
  if (!therapist) return null;
  const rows = await db.selectFrom("working_hours").selectAll().where("therapist_id", "=", therapistId).execute();
  return { weekly: rows.map(weeklyFrom), version: therapist.hours_version };
}

/** Does nothing when somebody has saved since this version. */
export async function writeWeek(
  tx: Tx,
  { therapistId, version, weekly }: { therapistId: string; version: number; weekly: readonly WeeklyRange[] },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("therapists")
    .set({ hours_version: version + 1 })
    .where("id", "=", therapistId)
    .where("hours_version", "=", version)
    .executeTakeFirst();
  if (Number(outcome.numUpdatedRows) !== 1) return false;
  await tx.deleteFrom("working_hours").where("therapist_id", "=", therapistId).execute();
  await insertWeek(tx, therapistId, weekly);
  return true;
}

/** For a therapist without hours. */
export async function insertWeek(tx: Tx, therapistId: string, weekly: readonly WeeklyRange[]): Promise<void> {
  for (const { weekday, fromMinute, toMinute, cycle } of weekly) {
    const range = { weekday, from_minute: fromMinute, to_minute: toMinute };
    const turn = { week_a_from: cycle?.weekAFrom ?? null, cycle_week: cycle?.week ?? null };
    await tx
      .insertInto("working_hours")
      .values({ id: newId(), therapist_id: therapistId, ...range, ...turn })
      .execute();
  }
}

export async function listExceptions(
  db: Queries,
  { from, to }: { from: string; to: string },
): Promise<StoredException[]> {
  const rows = await db
    .selectFrom("day_exceptions")
    .selectAll()
    .where("last_day", ">=", from)
    .where("first_day", "<=", to)
    .orderBy("first_day")
    .orderBy("id")
    .execute();
  return rows.map(exceptionFrom);
}

const DAY_MS = 86_400_000;

/** The same exceptions, and when therapists' own calendars are busy `within` (epoch ms), in one statement. */
export async function listUnavailable(
  db: Queries,
  { from, to, within }: { from: string; to: string; within: Interval },
): Promise<{ exceptions: StoredException[]; busy: BusyElsewhere[] }> {
  const { rows } = await sql<
    ({ busy_start: null } & Tables["day_exceptions"]) | { busy_start: number; busy_end: number; therapist_id: string }
  >`
    select id, therapist_id, kind, first_day, last_day, from_minute, to_minute, reason, public_note,
      cast(null as bigint) as busy_start, cast(null as bigint) as busy_end
    from day_exceptions where last_day >= ${from} and first_day <= ${to}
    union all
    select null, therapist_id, null, null, null, null, null, null, null, block_start, block_end
    from busy_times where elsewhere = 'busy'
      and block_start > ${within.start - DAY_MS} and block_start < ${within.end} and block_end > ${within.start}
    order by first_day, id, busy_start`.execute(db);
  const exceptions = rows.flatMap((row) => (row.busy_start === null ? exceptionFrom(row) : []));
  const busy = rows.flatMap((row) =>
    row.busy_start === null
      ? []
      : { therapistId: row.therapist_id, start: Number(row.busy_start), end: Number(row.busy_end) },
  );
  return { exceptions, busy };
}

export async function getException(db: Queries, id: string): Promise<StoredException | null> {
  const row = await db.selectFrom("day_exceptions").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? exceptionFrom(row) : null;
}

export async function insertException(tx: Tx, exception: StoredException): Promise<void> {
  const { id, therapistId, kind, firstDay, lastDay, fromMinute, toMinute, reason, publicNote } = exception;
  await tx
    .insertInto("day_exceptions")
    .values({
      id,
      therapist_id: therapistId,
      kind,
      first_day: firstDay,
      last_day: lastDay,
      from_minute: fromMinute,
      to_minute: toMinute,
      reason,
      public_note: publicNote,
    })
    .execute();
}

export async function deleteException(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("day_exceptions").where("id", "=", id).execute();
}

function exceptionFrom(row: Tables["day_exceptions"]): StoredException {
  return {
    id: row.id,
    therapistId: row.therapist_id,
    kind: row.kind === "opening" ? "opening" : "closure",
    firstDay: row.first_day,
    lastDay: row.last_day,
    fromMinute: row.from_minute,
    toMinute: row.to_minute,
    reason: row.reason,
    publicNote: row.public_note,
  };
}
