import { expect, test } from "vitest";
import { appointmentListFilterFrom, PAGE_SIZE } from "#app/diary/lists/appointment-list.ts";
import { listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Staff, visitor } from "#app/platform/permissions.ts";
import { exportReport } from "#app/reports/export-report.server.ts";
import { getReport, type Report } from "#app/reports/get-report.server.ts";
import { periodFrom } from "#app/reports/period.ts";
import type { Split } from "#app/reports/report-totals.ts";
import { type FigureTable, reportView } from "#app/routes/admin/reports/report-view.server.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { practice } from "#tests/support/practice.ts";
import { anyVisits, slowTally } from "#tests/support/slow-report.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const NOTICE = 1440;
const VISITS = anyVisits();

async function filled(): Promise<TestApp> {
  const app = await demoApp();
  await insertVisits(app, VISITS);
  return app;
}

const reportOf = (app: AppContext, query: string, split: Split = "therapist"): Promise<Report> =>
  getReport(app, practice, { periodOf: (today) => periodFrom(new URLSearchParams(query), today), split });

const PERIODS = [
  "period=month&from=2027-04-01",
  "period=month&from=2027-05-01",
  "period=tax-quarter&from=2027-01-06",
  "period=quarter&from=2026-10-01",
  "period=dates&from=2027-03-27&to=2027-03-29",
  "period=dates&from=2026-06-01&to=2027-05-31",
];

test("every figure is what a slow count of every visit finds, over clock changes, on either engine", async () => {
  const app = await filled();
  const terms = { now: app.clock.now(), changeNotice: NOTICE };
  for (const query of PERIODS) {
    const report = await reportOf(app, query);
    for (const { part, totals } of [report.now, report.before, report.yearBefore]) {
      expect(totals, `${query}: ${part.from}`).toEqual(slowTally(VISITS, { ...part, ...terms }));
    }
  }
  const year = (await reportOf(app, PERIODS.at(-1) ?? "")).now.totals;
  const { ahead, aheadPence, ...past } = year;
  for (const [name, count] of Object.entries(past)) expect(count, name).toBeGreaterThan(0);
  const { rest } = await reportOf(app, "period=dates&from=2027-05-01&to=2027-12-31");
  const all = slowTally(VISITS, { from: "2027-05-05", to: "2027-12-31", ...terms });
  expect(rest).toEqual({ from: "2027-05-05", count: all.ahead, pence: all.aheadPence });
});

test("the list behind each figure has as many appointments as the figure says", async () => {
  const app = await filled();
  for (const [index, split] of (["therapist", "service", "client", "source"] as const).entries()) {
    const report = await reportOf(app, PERIODS[index === 0 ? 5 : index] ?? "", split);
    const { compared, parts } = reportView(report);
    for (const table of [compared, parts]) await expectLists(app, table);
    const all = report.lines.reduce((sum, { totals }) => sum + totals.all, 0);
    expect(all, split).toBe(report.now.totals.all);
  }
});

async function expectLists(app: AppContext, { rows, head }: FigureTable): Promise<void> {
  for (const { label, cells } of rows) {
    for (const [index, { text, to }] of cells.entries()) {
      if (text.startsWith("£")) expect(await poundsOf(app, to), `${label}: ${head[index]?.title}`).toBe(text);
      else if (/^\d+( of \d+)?$/.test(text))
        expect((await pageOf(app, to)).total, `${label}: ${to}`).toBe(Number.parseInt(text, 10));
    }
  }
}

function pageOf(app: AppContext, to: string, page = 1) {
  const filter = appointmentListFilterFrom(new URL(to, "http://a.test").searchParams);
  return listAppointments(app, practice, { filter, sort: "date", down: false, page });
}

async function poundsOf(app: AppContext, to: string): Promise<string> {
  let pence = 0;
  for (let page = 1; ; page++) {
    const { rows } = await pageOf(app, to, page);
    pence += rows.reduce((sum, row) => sum + row.pricePence, 0);
    if (rows.length < PAGE_SIZE) return `£${new Intl.NumberFormat("en-GB").format(Math.round(pence / 100))}`;
  }
}

test("the file names nobody unless it is asked to, and runs nothing in a spreadsheet", async () => {
  const app = await filled();
  const query = new URLSearchParams(PERIODS.at(-1));
  const fileOf = async (withNames: boolean) => {
    const periodOf = (today: string) => periodFrom(query, today);
    const { pieces } = await exportReport(app, practice, { periodOf, withNames });
    return (await Array.fromAsync(pieces)).join("").trimEnd().split("\r\n");
  };
  const [bare, named] = [await fileOf(false), await fileOf(true)];
  const { period } = await reportOf(app, `${query}`);
  const whole = slowTally(VISITS, { ...period, now: app.clock.now(), changeNotice: NOTICE });
  expect(bare).toHaveLength(whole.all + 1);
  expect(bare[0]).not.toMatch(/Reference|Name|Email|Phone/);
  expect(bare.join("\n")).not.toMatch(/client-\d|visit-\d/i);
  expect(named.join("\n")).toMatch(/"'=client-\d+"/);
  const taken = bare.slice(1).map((line) => Number(line.split(",")[11]?.replaceAll('"', "")));
  expect(taken.reduce((sum, pounds) => sum + pounds, 0)).toBe(whole.takenPence / 100);
  const audited = await app.db.kysely
    .selectFrom("audit")
    .select("detail")
    .where("action", "=", "report.export")
    .execute();
  expect(audited.map(({ detail }) => JSON.parse(detail).names).sort()).toEqual(["with", "without"]);
});

test("a new practice reads what will stand in each plot's place, and nothing is divided", async () => {
  const app = await demoApp();
  const { plots, parts } = reportView(await reportOf(app, ""));
  expect(parts.rows).toEqual([]);
  for (const { question, empty } of plots) expect(empty, question).toMatch(/ appears? here\b/);
});

test("a therapist's own report is their line of the practice's: a visit to a colleague counts as one before and after", async () => {
  const app = await filled();
  const query = PERIODS.at(-1) ?? "";
  const { lines } = await reportOf(app, query);
  const tom: Staff = {
    ...{ kind: "staff", userId: "tom", roles: ["therapist"], therapistId: "demo-tom-ellery" },
    choices: [],
  };
  const periodOf = (today: string) => periodFrom(new URLSearchParams(query), today);
  const own = await getReport(app, tom, { periodOf, split: "therapist" });
  expect(own.now.totals).toEqual(lines.find(({ value }) => value === "tom-ellery")?.totals);
  expect(own.now.totals.again).toBeGreaterThan(0);
  expect(own.lines).toHaveLength(1);
});

test("neither is for anybody else", async () => {
  const app = await demoApp();
  const periodOf = (today: string) => periodFrom(new URLSearchParams(), today);
  await expect(getReport(app, visitor, { periodOf, split: "source" })).rejects.toThrow("practice alone");
  await expect(exportReport(app, visitor, { periodOf, withNames: false })).rejects.toThrow("practice alone");
});
