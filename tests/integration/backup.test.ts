import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eraseAgain } from "#app/personal-data.server.ts";
import { backupIfDue, makeBackup, readVerified } from "#app/platform/backup/make-backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { openDatabase, openSqlite } from "#app/platform/database/open.server.ts";
import { apartStarts, bookAt } from "#tests/support/bookings.ts";
import { schemaOf } from "#tests/support/schema-of.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { talliesOf } from "#tests/support/tallies.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { databaseOf, demoApp, engineOfThisRun, type TestApp, TUESDAY_NINE, testApp } from "#tests/support/test-app.ts";

const DAY = 86_400_000;
const WEEK = { from: "2027-05-10", to: "2027-05-23" };

test("what is restored is what was backed up, row by row and file by file", async () => {
  const app = await demoApp();
  await bookSome(app, 5);
  writeFileSync(join(app.config.dataDir, "auth-secret"), "kept");
  const before = await talliesOf(app.db);
  const folder = await backup(app);
  const { where, outcome } = await restored(app, folder, { sendMails: true });
  expect(outcome).toMatchObject({ kind: "restored", heldMails: 0 });
  const again = openDatabase(where, app.log);
  expect(await talliesOf(again)).toEqual(before);
  await again.close();
  expect(readFileSync(join(where.dataDir, "auth-secret"), "utf8")).toBe("kept");
});

test("a backup made while people book is of one instant", async () => {
  const app = await demoApp();
  const starts = await apartStarts(app, WEEK);
  let making = true;
  const made = backup(app).finally(() => {
    making = false;
  });
  let booked = 0;
  while (making && booked < starts.length) await bookAt(app, starts[booked++] as number, booked);
  const copy = openSqlite(join(await made, "database.db"));
  const found = await copy.kysely.selectFrom("appointments").select("id").execute();
  expect(await unsoundness(copy.kysely)).toEqual(SOUND);
  expect(await schemaOf(copy)).toEqual(await schemaOf((await testApp({ engine: "sqlite" })).db));
  await copy.close();
  expect(found.length).toBeLessThanOrEqual(booked);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("rows that point at nothing are in no backup", async () => {
  const app = await demoApp();
  await bookSome(app, 1);
  const { kysely, engine } = app.db;
  if (engine === "sqlite") await sql`pragma foreign_keys = off`.execute(kysely);
  else await sql`alter table appointment_claims drop constraint appointment_claims_appointment_id_fkey`.execute(kysely);
  await kysely.updateTable("appointment_claims").set({ appointment_id: "nowhere" }).execute();
  await expect(backup(app)).rejects.toThrow("rows of appointment_claims point at nothing");
});

test("mails that were due when the backup was made are held back", async () => {
  const app = await demoApp();
  await bookSome(app, 1);
  const due = await dueMails(app);
  expect(due).toBeGreaterThan(0);
  const { where, outcome } = await restored(app, await backup(app), { sendMails: false });
  expect(outcome).toMatchObject({ kind: "restored", heldMails: due });
  const again = openDatabase(where, app.log);
  expect(await dueMails({ ...app, db: again })).toBe(0);
  await again.close();
});

test("a damaged backup is refused, and nothing is touched", async () => {
  const app = await demoApp();
  const folder = await backup(app);
  appendFileSync(join(folder, "database.db"), "x");
  await expect(restored(app, folder, { sendMails: false })).rejects.toThrow("missing or damaged");
  await expect(restored(app, temporaryFolder(), { sendMails: false })).rejects.toThrow("not a backup");
});

test("a running site is not restored under", async () => {
  const app = await demoApp();
  await bookSome(app, 1);
  const { databaseUrl, dataDir } = app.config;
  const folder = await backup(app);
  const outcome = await restoreBackup({ ...inputFor(app, folder), where: { databaseUrl, dataDir } });
  expect(outcome).toEqual({ kind: engineOfThisRun() === "sqlite" ? "running" : "conflict" });
});

test("two servers that back up in the same second make two whole backups", async () => {
  const app = await demoApp();
  await bookSome(app, 1);
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".limber-yard-20270501T080000Z.0a1b2c3d.partial"));
  mkdirSync(join(folder, ".limber-yard-20270504T070000Z.0a1b2c3d.partial"));
  const made = await Promise.all([backupIfDue(app, folder), backupIfDue(app, folder), backupIfDue(app, folder)]);
  expect(made.map((path) => basename(path ?? "none")).sort()).toEqual([
    "limber-yard-20270504T080000Z",
    "limber-yard-20270504T080000Z-2",
    "limber-yard-20270504T080000Z-3",
  ]);
  for (const path of made) expect(await readVerified(path ?? "")).toMatchObject({ madeAt: TUESDAY_NINE });
  // What a crash left behind goes after a day; what another server may still be writing stays.
  const partial = readdirSync(folder).filter((name) => name.startsWith("."));
  expect(partial).toEqual([".limber-yard-20270504T070000Z.0a1b2c3d.partial"]);
});

test("one a day, as many as are asked for, and nothing else is removed", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "notes.txt"), "mine");
  const app = await demoApp({ config: { backupKeep: 2 } });
  const made: (string | null)[] = [];
  for (const at of [0, DAY / 2, DAY, 2 * DAY]) {
    app.clock.set(TUESDAY_NINE + at);
    made.push(await backupIfDue(app, folder));
  }
  expect(made[1]).toBeNull();
  expect(readdirSync(folder)).toEqual(["limber-yard-20270505T080000Z", "limber-yard-20270506T080000Z", "notes.txt"]);
});

async function bookSome(app: TestApp, count: number): Promise<void> {
  const starts = (await apartStarts(app, WEEK)).slice(0, count);
  for (const [number, start] of starts.entries()) expect((await bookAt(app, start, number)).kind).toBe("booked");
}

function backup(app: TestApp): Promise<string> {
  const { db, config, clock } = app;
  return makeBackup({ db, dataDir: config.dataDir }, { folder: temporaryFolder(), now: clock.now() });
}

async function restored(app: TestApp, folder: string, { sendMails }: { sendMails: boolean }) {
  const where = await databaseOf(app.db.engine, { blank: true });
  return { where, outcome: await restoreBackup({ ...inputFor(app, folder), where, sendMails }) };
}

function inputFor(app: TestApp, folder: string) {
  return {
    folder,
    now: app.clock.now(),
    log: app.log,
    sendMails: false,
    replace: false,
    backupDir: null,
    eraseAgain,
  };
}

async function dueMails(app: Pick<TestApp, "db" | "clock">): Promise<number> {
  const due = app.db.kysely.selectFrom("outbox").select("id").where("done_at", "is", null);
  const rows = await due.where("failed_at", "is", null).where("run_at", "<=", app.clock.now()).execute();
  return rows.length;
}
