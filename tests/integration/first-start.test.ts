import { sql } from "kysely";
import { expect, test } from "vitest";
import { bankHolidays } from "#app/hours/date-holidays.gateway.server.ts";
import { answerWithin } from "#app/platform/database/answer-within.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { expectKnownSchema, isMigrated, migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { startFailure } from "#scripts/start-failure.ts";
import { sendCrowd } from "#tests/support/crowd.ts";
import { databaseOf, demoApp, engineOfThisRun, TUESDAY_NINE, testApp } from "#tests/support/test-app.ts";

test("four processes that start at once migrate once and fill the practice once", async () => {
  const where = await databaseOf(engineOfThisRun(), { blank: true });
  const reports = await sendCrowd(4, { where, now: TUESDAY_NINE, task: { kind: "open" } });
  const migrating = reports.filter(([migrated]) => migrated !== "migrated 0");
  expect(migrating).toHaveLength(1);
  expect(reports.every(([, seeded]) => seeded === "seeded" || seeded === "kept")).toBe(true);

  const db = openDatabase(where, createLog("silent"));
  expect(await isMigrated(db)).toBe(true);
  expect(await db.kysely.selectFrom("services").selectAll().execute()).toHaveLength(11);
  expect(await db.kysely.selectFrom("therapists").selectAll().execute()).toHaveLength(3);
  await db.close();
});

test("a database of a later release is refused with a sentence, and stays as it is", async () => {
  const { db } = await testApp();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01T00:00:00.000Z')`.execute(
    db.kysely,
  );
  const sentence =
    "The database is of a later release (it has 9999-later). Start that release, or restore a backup made before the update.";
  for (const refused of [() => migrate(db), () => expectKnownSchema(db)]) {
    const error = await refused().then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error && startFailure(error, { port: 3000, host: "127.0.0.1", dataDir: "./data", databaseUrl: null })).toBe(
      sentence,
    );
  }
});

test.runIf(engineOfThisRun() === "postgres")(
  "a process waits for another's migrations longer than any statement of the site may be silent",
  async () => {
    const { db } = await testApp();
    const [locked, migrated] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = db.kysely.transaction().execute(async (tx) => {
      await lockForWriting(tx, "schema");
      locked.resolve();
      await migrated.promise;
    });
    await locked.promise;
    const second = answerWithin(() => migrate(db), { within: 200, least: 100 });
    const waiting = sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()
      and wait_event = 'advisory' and clock_timestamp() - query_start > interval '400 ms'`;
    await expect.poll(async () => (await waiting.execute(db.kysely)).rows).toHaveLength(1);
    migrated.resolve();
    await first;
    expect(await second).toEqual([]);
  },
);

test("a database that is up to date is left as it is", async () => {
  const { db } = await testApp();
  expect(await migrate(db)).toEqual([]);
});

test("the practice is filled once, and what its owner changed stays", async () => {
  const app = await demoApp();
  const { kysely } = app.db;
  await kysely.updateTable("services").set({ title: "Deep work" }).where("slug", "=", "deep-tissue-massage").execute();
  await kysely.deleteFrom("day_exceptions").execute();
  expect(await seedDemo(app)).toBe("kept");
  const service = await kysely.selectFrom("services").select("title").where("position", "=", 0).executeTakeFirst();
  expect(service?.title).toBe("Deep work");
  expect(await kysely.selectFrom("day_exceptions").selectAll().execute()).toEqual([]);
});

test("the bank holidays of this year and the next two are closures of the whole practice", async () => {
  const { db } = await demoApp();
  const rows = await db.kysely.selectFrom("day_exceptions").selectAll().orderBy("first_day").execute();
  const days = rows.map((row) => row.first_day);
  // GOV.UK's list for England and Wales, and the days at a weekend that the last two stand in for.
  expect(days.filter((day) => day.startsWith("2027"))).toEqual([
    ...["2027-01-01", "2027-03-26", "2027-03-29", "2027-05-03"],
    ...["2027-05-31", "2027-08-30", "2027-12-25", "2027-12-26", "2027-12-27", "2027-12-28"],
  ]);
  expect(new Set(days.map((day) => day.slice(0, 4)))).toEqual(new Set(["2027", "2028", "2029"]));
  expect(new Set(days).size).toBe(days.length);
  for (const row of rows) {
    expect(row).toMatchObject({ kind: "closure", therapist_id: null, from_minute: null, to_minute: null });
    expect(row.last_day).toBe(row.first_day);
    expect(row.reason).toBeTruthy();
    expect(row.public_note).toBe(`${row.reason}.`);
  }
});

test("a bank holiday at a weekend closes that day and the working day that stands in for it", async () => {
  expect((await bankHolidays([2026])).map(({ date }) => date)).toEqual([
    ...["2026-01-01", "2026-04-03", "2026-04-06", "2026-05-04"],
    ...["2026-05-25", "2026-08-31", "2026-12-25", "2026-12-26", "2026-12-28"],
  ]);
});
