import { sql } from "kysely";
import type { DayException, OwnedException, WeeklyRange } from "#app/availability/opening-hours.ts";
import { bankHolidays } from "#app/hours/date-holidays.gateway.server.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { addDays, weekdayOf } from "#app/platform/date-time.ts";

export type WorkingTime = { weekly: readonly WeeklyRange[]; exceptions: readonly DayException[] };

export type HoursRow = Pick<
  Tables["working_hours"],
  "therapist_id" | "weekday" | "from_minute" | "to_minute" | "week_a_from" | "cycle_week"
>;
/** The practice's own reason must not be read. */
export type ExceptionRow = Omit<Tables["day_exceptions"], "reason">;

/**
 * The weekly hours and exceptions of these therapists, with the whole practice's exceptions, in one statement. `from` and
 * `to` are inclusive local dates.
 */
export async function getWorkingTime(
  db: Queries,
  { therapistIds, from, to }: { therapistIds: readonly string[]; from: string; to: string },
): Promise<Map<string, WorkingTime>> {
  if (therapistIds.length === 0) return new Map();
  const { rows } = await sql<({ is_weekly: 1 } & HoursRow) | ({ is_weekly: 0 } & ExceptionRow)>`
    select 1 as is_weekly, id, therapist_id, from_minute, to_minute, weekday, week_a_from, cycle_week,
      null as kind, null as first_day, null as last_day, null as public_note
    from working_hours where therapist_id in (${sql.join(therapistIds)})
    union all
    select 0, id, therapist_id, from_minute, to_minute, null, null, null, kind, first_day, last_day, public_note
    from day_exceptions where last_day >= ${from} and first_day <= ${to}
  `.execute(db);
  const weekly = Map.groupBy(
    rows.filter((row) => row.is_weekly === 1),
    (row) => row.therapist_id,
  );
  const exceptions = exceptionsFrom(rows.filter((row) => row.is_weekly === 0));
  return new Map(
    therapistIds.map((id) => [
      id,
      { weekly: (weekly.get(id) ?? []).map(weeklyFrom), exceptions: exceptionsOf(exceptions, id) },
    ]),
  );
}

/** All within these inclusive local dates, of every therapist and of the whole practice. */
export async function listExceptions(
  db: Queries,
  { from, to }: { from: string; to: string },
): Promise<OwnedException[]> {
  const rows = await db
    .selectFrom("day_exceptions")
    .select(["id", "therapist_id", "kind", "first_day", "last_day", "from_minute", "to_minute", "public_note"])
    .where("last_day", ">=", from)
    .where("first_day", "<=", to)
    .execute();
  return exceptionsFrom(rows);
}

/** What counts for a therapist: their own and the whole practice's. */
export function exceptionsOf(exceptions: readonly OwnedException[], therapistId: string | null): DayException[] {
  return exceptions
    .filter((exception) => exception.therapistId === null || exception.therapistId === therapistId)
    .map(({ therapistId: _, ...exception }) => exception);
}

/** By their first days. */
export function exceptionsFrom(rows: readonly ExceptionRow[]): OwnedException[] {
  const order = ({ first_day, id }: ExceptionRow) => `${first_day} ${id}`;
  return [...rows]
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
    .map((row) => ({
      therapistId: row.therapist_id,
      kind: row.kind === "opening" ? "opening" : "closure",
      firstDay: row.first_day,
      lastDay: row.last_day,
      fromMinute: row.from_minute,
      toMinute: row.to_minute,
      publicNote: row.public_note,
    }));
}

export function weeklyFrom(row: Omit<HoursRow, "therapist_id">): WeeklyRange {
  const { weekday, from_minute, to_minute, week_a_from, cycle_week } = row;
  const range = { weekday, fromMinute: from_minute, toMinute: to_minute };
  return week_a_from === null
    ? range
    : { ...range, cycle: { weekAFrom: week_a_from, week: cycle_week === "B" ? "B" : "A" } };
}

/** The local date this many working days later; bank holidays do not count. */
export async function workingDay(after: string, days: number): Promise<string> {
  const year = Number(after.slice(0, 4));
  const holidays = await bankHolidays([year, year + 1]);
  return workingDayAfter(after, { days, daysOff: new Set(holidays.map(({ date }) => date)) });
}

/** The date this many working days later: Saturdays, Sundays and the given days off do not count. */
export function workingDayAfter(
  date: string,
  { days, daysOff }: { days: number; daysOff: ReadonlySet<string> },
): string {
  let day = date;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (weekdayOf(day) < 6 && !daysOff.has(day)) left -= 1;
  }
  return day;
}
