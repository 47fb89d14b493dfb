import type { Interval } from "#app/availability/interval.ts";
import { getWorkingTime } from "#app/availability/working-time.db.server.ts";
import { listEditedServices, listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { covers, type Reach, requireReach } from "#app/platform/permissions.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import type { When } from "#app/reports/figure-fact.ts";
import { countedPart, type Period, previousPeriod, sameDays, yearBefore } from "#app/reports/period.ts";
import { type ReportFact, type Tally, tallyOf } from "#app/reports/report-fact.ts";
import { listReportFacts } from "#app/reports/report-facts.db.server.ts";
import { type Split, type SplitLine, splitBy } from "#app/reports/report-split.ts";
import { type Step, stepsOf } from "#app/reports/report-steps.ts";
import { addUtilisation, type Utilisation, utilisationOf } from "#app/reports/utilisation.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** One period's counts. `part`: the days that were counted. */
export type Counted = { part: Period; tally: Tally; utilisation: Utilisation };

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

type Practice = { reach: Reach; when: When; changeNotice: number; therapistIds: string[] };

/** A period in numbers, beside the one before and the year before. For the practice only. */
export async function getReport(
  app: AppContext,
  actor: Actor,
  { periodOf, split }: { periodOf: (today: string) => Period; split: Split },
): Promise<Report> {
  const reach = requireReach(actor, "see", "figures");
  const db = app.db.kysely;
  const { zone, changeNotice } = (await listSettings(db, app.log)).bookingRules;
  const when = { zone, now: app.clock.now() };
  const today = localDateOf(when.now, zone);
  const period = periodOf(today);
  const counted = countedPart(period, today);
  const therapists = (await listEditedTherapists(db)).filter(({ id }) => covers(reach, id));
  const services = await listEditedServices(db);
  const working = therapists.filter(({ active }) => active).map(({ id }) => id);
  const practice = { reach, when, changeNotice, therapistIds: working };
  const same = (earlier: Period) => sameDays(earlier, { period, counted });
  const whole = await factsOf(app, practice, period);
  const end = startOfDay(addDays(counted.to, 1), zone);
  const facts = whole.filter(({ start }) => start < end);
  const [ofBefore, ofYearBefore] = [same(previousPeriod(period)), same(yearBefore(period))];
  const yearAgo = await factsOf(app, practice, ofYearBefore);
  // A whole year's period before is the year before, or lies in it.
  const before = isIn(ofYearBefore, ofBefore)
    ? factsIn(yearAgo, ofBefore, zone)
    : await factsOf(app, practice, ofBefore);
  const parts = {
    therapists: therapists.map(({ id, slug, name }) => ({ id, slug, label: name })),
    services: services.map(({ id, slug, title }) => ({ id, slug, label: title })),
  };
  const full = await utilisations(app, practice, { part: counted, facts });
  const utilisationsBy = parts.therapists.flatMap(({ id, slug, label }) => {
    const utilisation = full.get(id);
    return utilisation ? [{ slug, label, utilisation }] : [];
  });
  return {
    today,
    period,
    now: { part: counted, tally: tallyOf(facts, when), utilisation: addUtilisation([...full.values()]) },
    before: await countedIn(app, practice, { part: ofBefore, facts: before }),
    yearBefore: await countedIn(app, practice, { part: ofYearBefore, facts: yearAgo }),
    rest: counted.to === period.to ? null : restOf(whole, { from: addDays(counted.to, 1), end, when }),
    steps: stepsOf(facts, { ...counted, ...when }),
    yearBeforeSteps: stepsOf(yearAgo, { ...ofYearBefore, ...when }),
    utilisations: utilisationsBy,
    split,
    lines: splitBy(facts, { split, parts, when }).map((line) => {
      const own = split === "therapist" ? utilisationsBy.find(({ slug }) => slug === line.value) : null;
      return { ...line, utilisation: own?.utilisation ?? null };
    }),
  };
}

type Read = { part: Period; facts: readonly ReportFact[] };

async function countedIn(app: AppContext, practice: Practice, { part, facts }: Read): Promise<Counted> {
  const full = await utilisations(app, practice, { part, facts });
  return { part, tally: tallyOf(facts, practice.when), utilisation: addUtilisation([...full.values()]) };
}

function factsOf(app: AppContext, { reach, when, changeNotice }: Practice, period: Period): Promise<ReportFact[]> {
  return listReportFacts(app.db.kysely, { ...when, changeNotice, within: instantsOf(period, when.zone), reach });
}

function isIn(outer: Period, inner: Period): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

function factsIn(facts: readonly ReportFact[], period: Period, zone: string): ReportFact[] {
  const within = instantsOf(period, zone);
  return facts.filter(({ start }) => within.start <= start && start < within.end);
}

function instantsOf({ from, to }: Period, zone: string): Interval {
  return { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) };
}

async function utilisations(
  app: AppContext,
  { therapistIds, when }: Practice,
  { part, facts }: Read,
): Promise<Map<string, Utilisation>> {
  const { from, to } = part;
  if (therapistIds.length === 0) return new Map();
  const working = await getWorkingTime(app.db.kysely, { therapistIds, from, to });
  const standing = Map.groupBy(
    facts.filter(({ status }) => status !== "Cancelled"),
    ({ therapistId }) => therapistId,
  );
  return new Map(
    [...working].map(([id, hours]) => [
      id,
      utilisationOf(standing.get(id) ?? [], { hours, from, to, zone: when.zone }),
    ]),
  );
}

function restOf(facts: readonly ReportFact[], { from, end, when }: { from: string; end: number; when: When }) {
  const rest = facts.filter(({ start }) => start >= end);
  const { ahead, aheadPence } = tallyOf(rest, when);
  return { from, count: ahead, pence: aheadPence };
}
