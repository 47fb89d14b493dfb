import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { resultOfFact } from "#app/reports/figure-fact.ts";
import { listFacts } from "#app/reports/figures.db.server.ts";

/** Today's visits whose client came, and their prices in pence. */
export type Takings = { visits: number; pence: number };

/** What has been taken today so far: no other day, and nothing that is only expected. For the practice only. */
export async function getTakingsToday(app: AppContext, actor: Actor): Promise<Takings> {
  const reach = requireReach(actor, "see", "takings");
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const now = app.clock.now();
  const today = localDateOf(now, zone);
  const within = { start: startOfDay(today, zone), end: startOfDay(addDays(today, 1), zone) };
  const came = (await listFacts(db, within, reach)).filter((fact) => resultOfFact(fact, now) === "came");
  return { visits: came.length, pence: came.reduce((sum, { pricePence }) => sum + pricePence, 0) };
}
