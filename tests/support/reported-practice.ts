import { expect } from "vitest";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import type { Staff } from "#app/platform/permissions.ts";
import { getReport, type Report } from "#app/reports/get-report.server.ts";
import { type Period, periodFrom } from "#app/reports/period.ts";
import type { ReportTotals, Split } from "#app/reports/report-totals.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import type { ReportedPractice } from "#tests/support/any-visits.ts";
import { insertVisits, type PastVisit } from "#tests/support/past-visits.ts";
import { practice } from "#tests/support/practice.ts";
import { isFirst, slowTally, stands } from "#tests/support/slow-report.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const NOTICE = 1440;

/** The practice with this past and no other. */
export async function keepOnly(app: TestApp, { zone, now, visits }: ReportedPractice): Promise<void> {
  app.clock.set(now);
  await app.db.kysely.deleteFrom("appointments").execute();
  await app.db.kysely.deleteFrom("clients").execute();
  const { bookingRules } = (await readSettings(app.db.kysely, app.log)).settings;
  await app.db.kysely
    .transaction()
    .execute((tx) => writeSetting(tx, { key: "bookingRules", value: { ...bookingRules, zone }, now }));
  await insertVisits(app, visits);
}

/** A year, two days and a month. */
export function queriesOf({ aroundDay, zone, now }: ReportedPractice): string[] {
  const year = { period: "dates", from: addDays(aroundDay, -200), to: addDays(aroundDay, 164) };
  const days = { period: "dates", from: addDays(aroundDay, -1), to: aroundDay };
  const month = { period: "month", from: localDateOf(now, zone) };
  return [year, days, month].map((query) => String(new URLSearchParams(query)));
}

export const reportOf = (app: TestApp, query: string, split: Split, actor: typeof practice | Staff = practice) =>
  getReport(app, actor, { periodOf: (today) => periodFrom(new URLSearchParams(query), today), split });

type Which = (visit: PastVisit) => boolean;
type Days = Pick<Period, "from" | "to">;

/** Every figure of a report against a look at every visit. */
export function expectTallies(report: Report, { visits, now, zone }: ReportedPractice, isOurs: Which): void {
  const tally = ({ from, to }: Days, of: Which = () => true) =>
    slowTally(visits, { from, to, now, zone, changeNotice: NOTICE, of: (visit) => isOurs(visit) && of(visit) });
  for (const { part, totals: found } of [report.now, report.before, report.yearBefore])
    expect(found).toEqual(tally(part));
  for (const step of [...report.steps, ...report.yearBeforeSteps]) expect(step.totals).toEqual(tally(step));
  const { part } = report.now;
  const rest = tally({ from: addDays(part.to, 1), to: report.period.to });
  if (report.rest) expect(report.rest).toMatchObject({ count: rest.ahead, pence: rest.aheadPence });
  const lines: [string, ReportTotals][] = report.lines.map(({ value, totals: found }) => [value, found]);
  const values = new Set(visits.map((visit) => partOf(visit, report.split, visits)));
  const wanted = [...values].map((value): [string, ReportTotals] => [
    value,
    tally(part, (visit) => partOf(visit, report.split, visits) === value),
  ]);
  expect(Object.fromEntries(lines)).toEqual(Object.fromEntries(wanted.filter(([, { all }]) => all > 0)));
}

function partOf(visit: PastVisit, split: Split, visits: readonly PastVisit[]): string {
  if (split === "therapist" || split === "service") return visit[split].replace("demo-", "");
  if (split === "source") return ["website", "practice", "import"].find((known) => known === visit.source) ?? "none";
  if (visit.client === null) return "none";
  return isFirst(visit, visits) ? "new" : "returning";
}

/** By a look at every minute. */
export function bookedMinutes({ visits, zone }: ReportedPractice, { from, to, of }: Days & { of: Which }): number {
  const minutes = new Set<number>();
  for (const visit of visits) {
    const day = localDateOf(visit.start, zone);
    if (!stands(visit) || !of(visit) || day < from || day > to) continue;
    for (let minute = 0; minute < visit.minutes; minute++) minutes.add(visit.start / 60_000 + minute);
  }
  return minutes.size;
}
