import { getWorkingTime } from "#app/availability/working-time.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import { covers, type Reach, requireReach } from "#app/platform/permissions.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { listFacts } from "#app/reports/figures.db.server.ts";
import { type HeatCell, heatOf } from "#app/reports/heat.ts";
import { type LeadTime, leadTimesOf, type MixLine, mixOf } from "#app/reports/mix.ts";
import { mondayOf, type Week, weeksOf } from "#app/reports/weeks.ts";

const WEEKS_BACK = 12;
const WEEKS_AHEAD = 4;
const HEAT_DAYS = 56;

export type Figures = {
  thisWeek: string;
  weeks: Week[];
  heat: HeatCell[];
  mix: MixLine[];
  leadTimes: LeadTime[];
};

const CACHE_MS = 60_000;
const cached = new WeakMap<AppContext, Map<string, { at: number; figures: Figures }>>();

/**
 * Cached for a minute: weekly figures change slowly, and a busy practice's take a twentieth of a second. For the
 * practice only.
 */
export async function getFigures(app: AppContext, actor: Actor): Promise<Figures> {
  const reach = requireReach(actor, "see", "figures");
  const now = app.clock.now();
  const known = cached.get(processAppOf(app)) ?? new Map();
  cached.set(processAppOf(app), known);
  const whose = reach === "all" ? "all" : reach.therapistId;
  const before = known.get(whose);
  if (before && before.at <= now && now < before.at + CACHE_MS) return before.figures;
  const figures = await countFigures(app, reach, now);
  known.set(whose, { at: now, figures });
  return figures;
}

async function countFigures(app: AppContext, reach: Reach, now: number): Promise<Figures> {
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(now, zone);
  const thisWeek = mondayOf(today);
  const from = addDays(thisWeek, -7 * WEEKS_BACK);
  const to = addDays(thisWeek, 7 * WEEKS_AHEAD + 6);
  const heatFrom = addDays(today, -HEAT_DAYS);
  const yesterday = addDays(today, -1);
  const therapistIds = (await readPractice(app)).therapists.map(({ id }) => id).filter((id) => covers(reach, id));
  const facts = await listFacts(db, { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) }, reach);
  const working = await getWorkingTime(db, { therapistIds, from: heatFrom, to: yesterday });
  const past = facts.filter((fact) => fact.start < now);
  return {
    thisWeek,
    weeks: weeksOf(facts, { from, to, zone, now }),
    heat: heatOf(past, { hours: [...working.values()], from: heatFrom, to: yesterday, zone }),
    mix: mixOf(past, { now }),
    leadTimes: leadTimesOf(past, { zone }),
  };
}
