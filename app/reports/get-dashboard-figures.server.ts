import { viewStatus } from "#app/appointments/appointment.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import type { Interval } from "#app/availability/interval.ts";
import { getWorkingTime } from "#app/hours/working-time.db.server.ts";
import { type AppContext, processAppOf, type Queries } from "#app/platform/app-context.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { type Actor, covers, requireScope, type Scope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import {
  type Fact,
  type HeatCell,
  heatOf,
  type LeadTime,
  leadTimesOf,
  type MixLine,
  mixOf,
  mondayOf,
  resultOfFact,
  type Week,
  weeksOf,
} from "#app/reports/plot-figures.ts";

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
  const scope = requireScope(actor, "see", "figures");
  const now = app.clock.now();
  const known = cached.get(processAppOf(app)) ?? new Map();
  cached.set(processAppOf(app), known);
  const whose = scope === "all" ? "all" : scope.therapistId;
  const before = known.get(whose);
  if (before && before.at <= now && now < before.at + CACHE_MS) return before.figures;
  const figures = await countFigures(app, scope, now);
  known.set(whose, { at: now, figures });
  return figures;
}

async function countFigures(app: AppContext, scope: Scope, now: number): Promise<Figures> {
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(now, zone);
  const thisWeek = mondayOf(today);
  const from = addDays(thisWeek, -7 * WEEKS_BACK);
  const to = addDays(thisWeek, 7 * WEEKS_AHEAD + 6);
  const heatFrom = addDays(today, -HEAT_DAYS);
  const yesterday = addDays(today, -1);
  const therapistIds = (await readPractice(app)).therapists.map(({ id }) => id).filter((id) => covers(scope, id));
  const facts = await listFacts(db, { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) }, scope);
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

/** Every appointment that starts in this time, without a name. One index range, so the table's size does not matter. */
export async function listFacts(db: Queries, { start, end }: Interval, scope: Scope): Promise<Fact[]> {
  const rows = await db
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(["starts_at", "minutes", "price_pence", "service_title", "status", "created_at", "attendances.state"])
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where(isWithin(scope))
    .execute();
  return rows.map((row) => ({
    start: row.starts_at,
    minutes: row.minutes,
    pricePence: row.price_pence,
    service: row.service_title,
    status: viewStatus(row.status),
    attendance: attendanceOf(row.state),
    createdAt: row.created_at,
  }));
}

/** Today's visits whose client came, and their prices in pence. */
export type Takings = { visits: number; pence: number };

/** What has been taken today so far: no other day, and nothing that is only expected. For the practice only. */
export async function getTakingsToday(app: AppContext, actor: Actor): Promise<Takings> {
  const scope = requireScope(actor, "see", "takings");
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const now = app.clock.now();
  const today = localDateOf(now, zone);
  const within = { start: startOfDay(today, zone), end: startOfDay(addDays(today, 1), zone) };
  const came = (await listFacts(db, within, scope)).filter((fact) => resultOfFact(fact, now) === "came");
  return { visits: came.length, pence: came.reduce((sum, { pricePence }) => sum + pricePence, 0) };
}
