import type { Actor } from "#app/accounts/actor.ts";
import { mustBePractice } from "#app/appointments/abilities.ts";
import { type HeatCell, heatOf } from "#app/appointments/figures/heat.ts";
import { type LeadTime, leadTimesOf, type MixLine, mixOf } from "#app/appointments/figures/mix.ts";
import { readFacts } from "#app/appointments/figures/store.server.ts";
import { mondayOf, type Week, weeksOf } from "#app/appointments/figures/weeks.ts";
import { readWorkingTime } from "#app/availability/store.server.ts";
import { listTherapists } from "#app/catalogue/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

const WEEKS_BACK = 12;
const WEEKS_AHEAD = 4;
const HEAT_DAYS = 56;

/** What the practice's numbers are, of the last 13 weeks and the next four. */
export type Figures = {
  /** The Monday of this week. */
  thisWeek: string;
  weeks: Week[];
  heat: HeatCell[];
  mix: MixLine[];
  leadTimes: LeadTime[];
};

const KEPT_MS = 60_000;
const kept = new WeakMap<World, { at: number; figures: Figures }>();

/**
 * The figures, a minute old at most: weeks don't change faster, and counting a busy practice's takes a twentieth of
 * a second. For the practice alone.
 */
export async function showFigures(world: World, actor: Actor): Promise<Figures> {
  mustBePractice(actor);
  const now = world.clock.now();
  const before = kept.get(world);
  if (before && before.at <= now && now < before.at + KEPT_MS) return before.figures;
  const figures = await countFigures(world, now);
  kept.set(world, { at: now, figures });
  return figures;
}

async function countFigures(world: World, now: number): Promise<Figures> {
  const db = world.db.kysely;
  const { zone } = (await readSettings(db, world.log)).bookingRules;
  const today = localDateOf(now, zone);
  const thisWeek = mondayOf(today);
  const from = addDays(thisWeek, -7 * WEEKS_BACK);
  const to = addDays(thisWeek, 7 * WEEKS_AHEAD + 6);
  const heatFrom = addDays(today, -HEAT_DAYS);
  const yesterday = addDays(today, -1);
  const therapistIds = (await listTherapists(db)).map(({ id }) => id);
  const facts = await readFacts(db, { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) });
  const working = await readWorkingTime(db, { therapistIds, from: heatFrom, to: yesterday });
  const past = facts.filter((fact) => fact.start < now);
  return {
    thisWeek,
    weeks: weeksOf(facts, { from, to, zone, now }),
    heat: heatOf(past, { hours: [...working.values()], from: heatFrom, to: yesterday, zone }),
    mix: mixOf(past, { now }),
    leadTimes: leadTimesOf(past, { zone }),
  };
}
