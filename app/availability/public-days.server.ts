import type { DayException } from "#app/availability/opening-hours.ts";
import { type AlternateDay, alternateDays } from "#app/availability/week-cycle.ts";
import { listPracticeExceptions, listWorkedDays } from "#app/availability/working-time.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { addDays } from "#app/platform/zoned-time.ts";

const A_YEAR = 365;

/** The weekdays that the practice is open every second week only. `exceptions`: those of the coming year, if read already. */
export async function listAlternateDays(
  db: Queries,
  { today, exceptions }: { today: string; exceptions?: readonly DayException[] },
): Promise<AlternateDay[]> {
  const weekly = await listWorkedDays(db);
  if (weekly.every(({ cycle }) => cycle === undefined)) return [];
  const closures = exceptions ?? (await listPracticeExceptions(db, { from: today, to: addDays(today, A_YEAR) }));
  const isClosed = (date: string) =>
    closures.some(
      ({ kind, fromMinute, firstDay, lastDay }) =>
        kind === "closure" && fromMinute === null && firstDay <= date && date <= lastDay,
    );
  return alternateDays(weekly, { today, isClosed });
}
