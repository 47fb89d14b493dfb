import type { DayException, WeeklyRange } from "#app/availability/opening-hours.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

export type WorkingTime = { weekly: WeeklyRange[]; exceptions: DayException[] };

/**
 * The hours and the exceptions of each therapist asked for (the practice's own closures and openings
 * count for everybody). `from` and `to` are inclusive local dates.
 */
export async function readWorkingTime(
  db: Queries,
  { therapistIds, from, to }: { therapistIds: readonly string[]; from: string; to: string },
): Promise<Map<string, WorkingTime>> {
  const hours = await db
    .selectFrom("working_hours")
    .selectAll()
    .where("therapist_id", "in", [...therapistIds])
    .execute();
  const exceptions = await db
    .selectFrom("day_exceptions")
    .selectAll()
    .where("last_day", ">=", from)
    .where("first_day", "<=", to)
    .orderBy("first_day")
    .execute();
  const entries = therapistIds.map((id): [string, WorkingTime] => [
    id,
    {
      weekly: hours.filter((row) => row.therapist_id === id).map(weeklyFrom),
      exceptions: exceptions.filter((row) => row.therapist_id === null || row.therapist_id === id).map(exceptionFrom),
    },
  ]);
  return new Map(entries);
}

function weeklyFrom(row: { weekday: number; from_minute: number; to_minute: number }): WeeklyRange {
  return { weekday: row.weekday as WeeklyRange["weekday"], fromMinute: row.from_minute, toMinute: row.to_minute };
}

function exceptionFrom(row: {
  kind: string;
  first_day: string;
  last_day: string;
  from_minute: number | null;
  to_minute: number | null;
  reason: string | null;
}): DayException {
  return {
    kind: row.kind === "opening" ? "opening" : "closure",
    firstDay: row.first_day,
    lastDay: row.last_day,
    fromMinute: row.from_minute,
    toMinute: row.to_minute,
    reason: row.reason,
  };
}
