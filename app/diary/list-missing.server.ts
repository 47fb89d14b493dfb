import { listEditedTherapists, listGivers } from "#app/catalogue/edit-catalogue.db.server.ts";
import { type Missing, missingToBook } from "#app/diary/missing-to-book.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";

/** What each therapist lacks, by id. Those whose bookings are stopped, or who lack nothing, are left out. */
export async function listMissing(app: AppContext): Promise<Map<string, Missing[]>> {
  const db = app.db.kysely;
  const therapistIds = (await listEditedTherapists(db)).filter(({ active }) => active).map(({ id }) => id);
  if (therapistIds.length === 0) return new Map();
  const { zone, horizonDays } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const givers = await listGivers(db);
  const hours = await readHours(db, await readPractice(app), {
    therapistIds,
    from: today,
    to: addDays(today, horizonDays),
  });
  const missing = [...hours].map(([id, time]): [string, Missing[]] => [id, missingToBook(time, givers.has(id))]);
  return new Map(missing.filter(([, parts]) => parts.length > 0));
}
