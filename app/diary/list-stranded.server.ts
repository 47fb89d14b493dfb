import { listStrandedRows } from "#app/diary/stranded.db.server.ts";
import { standsIn, type Upcoming } from "#app/diary/stranded.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach, within } from "#app/platform/permissions.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";

/**
 * Appointments stranded by a change of hours, until each is moved, reassigned, cancelled, past, or within the hours
 * again. For the practice only.
 */
export async function listStranded(app: AppContext, actor: Actor): Promise<Upcoming[]> {
  const reach = requireReach(actor, "see", "appointments");
  const db = app.db.kysely;
  const noted = within(reach, await listStrandedRows(db, app.clock.now()));
  const [first, last] = [noted[0], noted.at(-1)];
  if (!first || !last) return [];
  const practice = await readPractice(app);
  const { zone } = practice.settings.bookingRules;
  // A therapist who can't be booked has no working time.
  const therapistIds = practice.therapists.map(({ id }) => id);
  const days = { from: addDays(localDateOf(first.start, zone), -1), to: addDays(localDateOf(last.end, zone), 1) };
  const hours = await readHours(db, practice, { therapistIds, ...days });
  return noted.filter((appointment) => !standsIn(hours, appointment, zone));
}
