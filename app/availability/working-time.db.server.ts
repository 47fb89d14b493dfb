import type { DayException, WeeklyRange } from "#app/availability/opening-hours.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

export type WorkingTime = { weekly: WeeklyRange[]; exceptions: DayException[] };

/**
 * The weekly hours and exceptions of these therapists, with the whole practice's exceptions. `from` and `to` are
 * inclusive local dates.
 */
export async function getWorkingTime(
  db: Queries,
  { therapistIds, from, to }: { therapistIds: readonly string[]; from: string; to: string },
): Promise<Map<string, WorkingTime>> {
  const hours = await db
    .selectFrom("working_hours")
    .selectAll()
    .where("therapist_id", "in", [...therapistIds])
    .execute();
  const exceptions = await exceptionsWithin(db, { from, to }).select("therapist_id").execute();
  const entries = therapistIds.map((id): [string, WorkingTime] => [
    id,
    {
      weekly: hours.filter((row) => row.therapist_id === id).map(weeklyFrom),
      exceptions: exceptions.filter((row) => row.therapist_id === null || row.therapist_id === id).map(exceptionFrom),
    },
  ]);
  return new Map(entries);
}

/** The therapists who have working hours. */
export async function listWorking(db: Queries): Promise<Set<string>> {
  const rows = await db.selectFrom("working_hours").select("therapist_id").distinct().execute();
  return new Set(rows.map((row) => row.therapist_id));
}

/** The whole practice's exceptions within these inclusive local dates: visitors may see them. */
export async function listPracticeExceptions(db: Queries, days: { from: string; to: string }): Promise<DayException[]> {
  const rows = await exceptionsWithin(db, days).where("therapist_id", "is", null).execute();
  return rows.map(exceptionFrom);
}

// Columns by name: the practice's own reason must not be read.
function exceptionsWithin(db: Queries, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom("day_exceptions")
    .select(["kind", "first_day", "last_day", "from_minute", "to_minute", "public_note"])
    .where("last_day", ">=", from)
    .where("first_day", "<=", to)
    .orderBy("first_day")
    .orderBy("id");
}

type HoursRow = Pick<Tables["working_hours"], "weekday" | "from_minute" | "to_minute" | "week_a_from" | "cycle_week">;

export function weeklyFrom(row: HoursRow): WeeklyRange {
  const { weekday, from_minute, to_minute, week_a_from, cycle_week } = row;
  const range = { weekday, fromMinute: from_minute, toMinute: to_minute };
  return week_a_from === null
    ? range
    : { ...range, cycle: { weekAFrom: week_a_from, week: cycle_week === "B" ? "B" : "A" } };
}

function exceptionFrom(row: {
  kind: string;
  first_day: string;
  last_day: string;
  from_minute: number | null;
  to_minute: number | null;
  public_note: string | null;
}): DayException {
  return {
    kind: row.kind === "opening" ? "opening" : "closure",
    firstDay: row.first_day,
    lastDay: row.last_day,
    fromMinute: row.from_minute,
    toMinute: row.to_minute,
    publicNote: row.public_note,
  };
}
