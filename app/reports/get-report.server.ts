import type { Interval } from "#app/availability/interval.ts";
import { listEditedServices, listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { getWorkingTime, type WorkingTime } from "#app/hours/working-time.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { type Actor, covers, requireScope, type Scope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { addUp, bookedFrom, joinNearest, timesWithout } from "#app/reports/day-sums.ts";
import { countedPart, instantsOf, type Period, previousPeriod, sameDays, yearBefore } from "#app/reports/period.ts";
import type { When } from "#app/reports/plot-figures.ts";
import { boundsOf, type CountTerms, listBookedTime, listCounts } from "#app/reports/report-counts.db.server.ts";
import { listStoredDays, listSummedDays } from "#app/reports/report-days.db.server.ts";
import {
  type Count,
  countSteps,
  countsWithin,
  type ReportTotals,
  type Split,
  type SplitLine,
  type Step,
  splitBy,
  stepsOf,
  toTotals,
} from "#app/reports/report-totals.ts";
import { addUtilisation, type Utilisation, utilisationOf } from "#app/reports/utilisation.ts";

/** One period's counts. `part`: the days that were counted. */
export type Counted = { part: Period; totals: ReportTotals; utilisation: Utilisation };

export type Report = {
  today: string;
  period: Period;
  now: Counted;
  before: Counted;
  yearBefore: Counted;
  /** What is booked after today, in a period that runs. */
  rest: { from: string; count: number; pence: number } | null;
  steps: Step[];
  yearBeforeSteps: Step[];
  utilisations: { slug: string; label: string; utilisation: Utilisation }[];
  split: Split;
  lines: SplitLine[];
};

type Practice = {
  scope: Scope;
  when: When;
  changeNotice: number;
  working: ReadonlyMap<string, WorkingTime>;
};

/** A period in numbers, beside the one before and the year before. For the practice only. */
export async function getReport(
  app: AppContext,
  actor: Actor,
  { periodOf, split }: { periodOf: (today: string) => Period; split: Split },
): Promise<Report> {
  const scope = requireScope(actor, "see", "figures");
  const db = app.db.kysely;
  const { zone, changeNotice } = (await readPractice(app)).settings.bookingRules;
  const when = { zone, now: app.clock.now() };
  const today = localDateOf(when.now, zone);
  const period = periodOf(today);
  const part = countedPart(period, today);
  const same = (earlier: Period) => sameDays(earlier, { period, counted: part });
  const [ofBefore, ofYearBefore] = [same(previousPeriod(period)), same(yearBefore(period))];
  const therapists = (await listEditedTherapists(db)).filter(({ id }) => covers(scope, id));
  const services = await listEditedServices(db);
  const therapistIds = therapists.filter(({ active }) => active).map(({ id }) => id);
  const from = [ofBefore.from, ofYearBefore.from].sort()[0] as string;
  const working = await getWorkingTime(db, { therapistIds, from, to: part.to });
  const practice = { scope, when, changeNotice, working };

  const steps = stepsOf(part, zone);
  const whole = await read(app, practice, { period, steps, split });
  const now = within(whole, instantsOf(part, zone));
  const yearBeforeSteps = stepsOf(ofYearBefore, zone);
  const time = instantsOf(ofBefore, zone);
  const yearAgo = await read(app, practice, { period: ofYearBefore, steps: [...yearBeforeSteps, time], split: null });
  // A whole year's period before is the year before, or lies in it.
  const isKnown = ofYearBefore.from <= ofBefore.from && ofBefore.to <= ofYearBefore.to;
  const before = isKnown
    ? within(yearAgo, time)
    : await read(app, practice, { period: ofBefore, steps: [], split: null });

  const parts = {
    therapists: therapists.map(({ id, slug, name }) => ({ id, slug, label: name })),
    services: services.map(({ id, slug, title }) => ({ id, slug, label: title })),
  };
  const full = utilisations(practice, part, now);
  const utilisationsBy = parts.therapists.flatMap(({ id, slug, label }) => {
    const utilisation = full.get(id);
    return utilisation ? [{ slug, label, utilisation }] : [];
  });
  return {
    today,
    period,
    now: { part, totals: toTotals(now.counts), utilisation: addUtilisation([...full.values()]) },
    before: countedIn(practice, ofBefore, before),
    yearBefore: countedIn(practice, ofYearBefore, yearAgo),
    rest: part.to === period.to ? null : restOf(whole, { from: addDays(part.to, 1), to: period.to, zone }),
    steps: countSteps(steps, now.counts),
    yearBeforeSteps: countSteps(yearBeforeSteps, yearAgo.counts),
    utilisations: utilisationsBy,
    split,
    lines: splitBy(now.counts, { split, parts }).map((line) => {
      const own = split === "therapist" ? utilisationsBy.find(({ slug }) => slug === line.value) : null;
      return { ...line, utilisation: own?.utilisation ?? null };
    }),
  };
}

function read(
  app: AppContext,
  { scope, when, changeNotice, working }: Practice,
  { period, steps, split }: { period: Period; steps: readonly Interval[]; split: Split | null },
): Promise<CountedTime> {
  const cuts = steps.flatMap(({ start, end }) => [start, end]);
  const query = { ...when, changeNotice, within: instantsOf(period, when.zone), scope, cuts, split };
  return countTime(app.db.kysely, { ...query, therapistIds: [...working.keys()] });
}

function within({ counts, booked }: CountedTime, time: Interval): CountedTime {
  const isIn = ({ start }: Interval) => time.start <= start && start < time.end;
  return {
    counts: countsWithin(counts, time),
    booked: new Map([...booked].map(([id, intervals]) => [id, intervals.filter(isIn)])),
  };
}

function countedIn(practice: Practice, part: Period, read: CountedTime): Counted {
  const full = utilisations(practice, part, read);
  return { part, totals: toTotals(read.counts), utilisation: addUtilisation([...full.values()]) };
}

function utilisations(
  { working, when }: Practice,
  { from, to }: Period,
  { booked }: CountedTime,
): Map<string, Utilisation> {
  return new Map(
    [...working].map(([id, hours]) => [id, utilisationOf(booked.get(id) ?? [], { hours, from, to, zone: when.zone })]),
  );
}

function restOf({ counts }: CountedTime, { from, to, zone }: { from: string; to: string; zone: string }) {
  const { ahead, aheadPence } = toTotals(countsWithin(counts, instantsOf({ from, to }, zone)));
  return { from, count: ahead, pence: aheadPence };
}

/** What was counted in a time, and each working therapist's booked time in it. */
type CountedTime = { counts: readonly Count[]; booked: ReadonlyMap<string, Interval[]> };

type CountQuery = Omit<CountTerms, "times"> & { therapistIds: readonly string[] };

const TRIES = 3;
// One statement asks for all of them, and grows with each.
const MOST_GAPS = 8;

/** Days that are over from their stored sums, as far as they are stored, and the rest by a look at each appointment. */
async function countTime(db: Queries, query: CountQuery): Promise<CountedTime> {
  for (let tried = 0; query.scope === "all" && tried < TRIES; tried++) {
    const counted = await countFromDays(db, query);
    if (counted) return counted;
  }
  return countLive(db, query, [query.within]);
}

/** Null: somebody changed a day meanwhile, and what was counted beside it may have known. */
async function countFromDays(db: Queries, query: CountQuery): Promise<CountedTime | null> {
  const { within, therapistIds } = query;
  const stored = await listSummedDays(db, within, { ...query, split: query.split ?? "source" });
  const gaps = joinNearest(timesWithout(stored, within), MOST_GAPS);
  const days = stored.filter(({ start }) => !gaps.some((gap) => gap.start <= start && start < gap.end));
  const live = await countLive(db, query, gaps);
  if (gaps.length > 0 && days.length > 0) {
    const still = new Set((await listStoredDays(db, within, query)).map(({ stamp }) => stamp));
    if (!days.every(({ stamp }) => still.has(stamp))) return null;
  }
  const timed = days.map((day) => ({ day, minutes: JSON.parse(day.booked) as Record<string, string> }));
  const booked = new Map(
    therapistIds.map((id) => {
      const times = timed.flatMap(({ day, minutes }) => bookedFrom(minutes[id], day));
      return [id, [...times, ...(live.booked.get(id) ?? [])]];
    }),
  );
  return { counts: [...addUp(days, boundsOf(query)), ...live.counts], booked };
}

async function countLive(db: Queries, query: CountQuery, times: readonly Interval[]): Promise<CountedTime> {
  if (times.length === 0) return { counts: [], booked: new Map() };
  return {
    counts: await listCounts(db, { ...query, times }),
    booked: await listBookedTime(db, { therapistIds: query.therapistIds, times }),
  };
}
