import { type IsolationLevel, sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import type { Database, Queries } from "#app/platform/app-context.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { fillReportDays } from "#app/reports/report-days.jobs.server.ts";
import type { PastVisit } from "#tests/support/past-visits.ts";
import { setForDatabase } from "#tests/support/postgres-databases.ts";
import { expectTallies, keepOnly, reportOf } from "#tests/support/reported-practice.ts";
import { anyVisits } from "#tests/support/slow-report.ts";
import { databaseOf, demoApp, engineOfThisRun, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const onPostgres = test.runIf(engineOfThisRun() === "postgres");
const LEVELS: IsolationLevel[] = ["read committed", "repeatable read", "serializable"];

const fill = (app: TestApp) => fillReportDays(app, async () => true);

// In the days around a visit of Ada's, who comes every three weeks.
const VISITS: PastVisit[] = [0, 21, 42, 63].map((days, index) => ({
  id: `visit-${index}`,
  client: "ada",
  start: TUESDAY_NINE - (70 - days) * 86_400_000,
  minutes: 60,
  pence: 5800,
  therapist: "demo-tom-ellery",
  service: "demo-sport-foot-massage",
  status: "Confirmed",
  state: "finished",
  source: "website",
  cancelled: null,
}));
const PRICED = VISITS.map((visit) => (visit.id === "visit-1" ? { ...visit, pence: 9900 } : visit));

onPostgres.each(LEVELS.filter((level) => level !== "repeatable read"))(
  "days of which somebody writes at %s are not added up until that has ended",
  async (level) => {
    const { app, theirs } = await twoOf();
    await theirs.kysely
      .transaction()
      .setIsolationLevel(level)
      .execute(async (tx) => {
        await price(tx);
        expect(await fill(app)).toBe(0);
      });
    expect(await fill(app)).toBeGreaterThan(0);
    await expectRight(app, PRICED);
  },
);

onPostgres.each(LEVELS)(
  "who has looked at %s before days were added up, and writes after it, leaves them right",
  async (level) => {
    const { app, theirs } = await twoOf();
    const writing = theirs.kysely
      .transaction()
      .setIsolationLevel(level)
      .execute(async (tx) => {
        await tx.selectFrom("appointments").select("id").execute();
        expect(await fill(app)).toBeGreaterThan(0);
        await price(tx);
      });
    const outcome = await writing.then(
      () => "written",
      (error: { code?: string }) => error.code,
    );
    expect(outcome).toBe(level === "serializable" ? "40001" : "written");
    await expectRight(app, outcome === "written" ? PRICED : VISITS);
  },
);

onPostgres("who writes while days are added up waits, and then they are counted anew", async () => {
  const { app, theirs, watching } = await twoOf();
  await holdStoring(app.db.kysely);
  const both = await watching.kysely.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
    const filling = fill(app);
    await expectWaiting(watching.kysely, 1);
    const writing = price(theirs.kysely);
    await expectWaiting(watching.kysely, 2);
    return [filling, writing] as const;
  });
  await Promise.all(both);
  await expectRight(app, PRICED);
});

onPostgres("where every transaction is serializable, days are added up and written as well", async () => {
  const { app, theirs } = await twoOf("default_transaction_isolation = 'serializable'");
  expect(await fill(app)).toBeGreaterThan(0);
  await theirs.kysely.transaction().execute(price);
  await expectRight(app, PRICED);
  let runs = 0;
  await theirs.kysely.transaction().execute(async (tx) => {
    runs += 1;
    await tx.selectFrom("appointments").select("id").execute();
    if (runs === 1) expect(await fill(app)).toBeGreaterThan(0);
    await sql`update appointments set price_pence = 5800 where id = 'visit-1'`.execute(tx);
  });
  expect(runs).toBe(2);
  await expectRight(app, VISITS);
});

onPostgres("a table that is emptied at once leaves no sums", async () => {
  const { app } = await twoOf();
  await fill(app);
  await sql`truncate attendances`.execute(app.db.kysely);
  await expectRight(
    app,
    VISITS.map((visit) => ({ ...visit, state: null })),
  );
});

test.each<[string, (db: Queries) => Promise<unknown>]>([
  [
    "a mark",
    (db) =>
      db
        .insertInto("attendances")
        .values({ ...MARK, appointment_id: "visit-1" })
        .execute(),
  ],
  [
    "another mark",
    (db) => db.updateTable("attendances").set({ state: "missed" }).where("appointment_id", "=", "visit-2").execute(),
  ],
  ["no mark any more", (db) => db.deleteFrom("attendances").where("appointment_id", "=", "visit-2").execute()],
  [
    "a cancellation",
    (db) =>
      db
        .insertInto("cancellations")
        .values({ ...CANCELLED, appointment_id: "visit-1" })
        .execute(),
  ],
  [
    "a cancellation judged anew",
    (db) => db.updateTable("cancellations").set({ late: 1 }).where("appointment_id", "=", "visit-2").execute(),
  ],
  [
    "a cancellation taken back",
    (db) => db.deleteFrom("cancellations").where("appointment_id", "=", "visit-2").execute(),
  ],
])("%s makes the day of its appointment be counted anew, and no other", async (what, write) => {
  const app = await demoApp();
  await keepOnly(app, past(VISITS.map((visit) => (visit.id === "visit-1" ? { ...visit, state: null } : visit))));
  await app.db.kysely
    .insertInto("cancellations")
    .values({ ...CANCELLED, appointment_id: "visit-2" })
    .execute();
  await fill(app);
  const before = await storedDays(app);
  await write(app.db.kysely);
  const of = VISITS[what.startsWith("a mark") || what === "a cancellation" ? 1 : 2]?.start ?? 0;
  expect(await storedDays(app)).toEqual(before.filter(({ starts_at, ends_at }) => of < starts_at || ends_at <= of));
});

test("several processes add up the same days at once, and each day is stored once", async () => {
  const app = await demoApp();
  const visits = anyVisits(60);
  await keepOnly(app, past(visits));
  // On SQLite one thread can't wait for itself.
  const others = [0, 1].map(() => (app.db.engine === "sqlite" ? app : { ...app, db: again(app.config) }));
  await Promise.all([app, ...others].map(fill));
  await fill(app);
  const days = await storedDays(app);
  expect(days.length).toBeGreaterThan(400);
  for (const [at, { starts_at }] of days.slice(1).entries()) expect(starts_at).toBe(days[at]?.ends_at);
  expect(await fill(app)).toBe(0);
  await expectRight(app, visits);
});

test("stored days are what a report reads, by the terms of now, and of one therapist's reach nothing of them", async () => {
  const app = await demoApp();
  await keepOnly(app, past(VISITS));
  await fill(app);
  const sums = JSON.stringify({ "demo-tom-ellery": { came: [7, 70_000, 0, 0, 0] } });
  const day = app.db.kysely.updateTable("report_days").where("starts_at", "<=", VISITS[1]?.start ?? 0);
  await day
    .where("ends_at", ">", VISITS[1]?.start ?? 0)
    .set({ by_therapist: sums })
    .execute();
  const query = "period=dates&from=2026-12-01&to=2027-05-04";
  expect((await reportOf(app, query, "therapist")).now.totals).toMatchObject({
    all: 10,
    takenPence: 3 * 5800 + 70_000,
  });
  const tom = {
    kind: "staff",
    userId: "tom",
    roles: ["therapist"],
    therapistId: "demo-tom-ellery",
    choices: [],
  } as const;
  expect((await reportOf(app, query, "therapist", tom)).now.totals.all).toBe(4);
  await app.db.kysely.updateTable("report_days").set({ terms: "of before" }).execute();
  await expectRight(app, VISITS);
  expect(await fill(app)).toBeGreaterThan(60);
  await expectRight(app, VISITS);
});

const storedDays = (app: TestApp) =>
  app.db.kysely.selectFrom("report_days").select(["starts_at", "ends_at"]).orderBy("starts_at").execute();
const MARK = { state: "finished", at: 0, actor: "admin:x" };
const CANCELLED = {
  at: 0,
  actor: "admin:x",
  asked_by: null,
  reason: null,
  reason_code: null,
  late: null,
  chargeable: null,
  status_before: null,
};

const past = (visits: PastVisit[]) => ({ zone: "Europe/London", now: TUESDAY_NINE, aroundDay: "2027-03-01", visits });

async function expectRight(app: TestApp, visits: PastVisit[]): Promise<void> {
  const query = "period=dates&from=2026-08-01&to=2027-05-04";
  expectTallies(await reportOf(app, query, "client"), past(visits), () => true);
}

async function price(db: Queries): Promise<void> {
  await sql`update appointments set price_pence = 9900 where id = 'visit-1'`.execute(db);
}

/** Ada's practice, the same database again for somebody who writes, and for somebody who looks on. */
async function twoOf(setting?: string): Promise<{ app: TestApp; theirs: Database; watching: Database }> {
  const { databaseUrl } = await databaseOf("postgres");
  if (setting) await setForDatabase(inject("postgresUrl") ?? "", databaseUrl ?? "", setting);
  const app = await demoApp({ config: { databaseUrl } });
  await keepOnly(app, past(VISITS));
  return { app, theirs: again(app.config), watching: again(app.config) };
}

function again(where: { databaseUrl: string | null; dataDir: string }): Database {
  const db = openDatabase(where, createLog("silent"));
  onTestFinished(() => db.close());
  return db;
}

/** Whoever stores the day of the second visit waits for a lock before, however long it takes. */
async function holdStoring(db: Queries): Promise<void> {
  await sql`create function hold_storing() returns trigger language plpgsql as $$ begin
    perform set_config('lock_timeout', '0', true);
    perform pg_advisory_xact_lock(1);
    return new; end $$`.execute(db);
  const start = sql.lit(VISITS[1]?.start ?? 0);
  await sql`create trigger hold_storing before insert on report_days for each row
    when (new.starts_at <= ${start} and new.ends_at > ${start}) execute function hold_storing()`.execute(db);
}

/** Returns when so many wait for a lock. */
async function expectWaiting(db: Queries, count: number): Promise<void> {
  const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(count);
}
