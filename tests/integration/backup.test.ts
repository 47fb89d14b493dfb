import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backupIfDue } from "#app/platform/backup/daily.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { openDatabase, openSqlite } from "#app/platform/database/open.server.ts";
import { apartStarts, bookAt } from "#tests/support/bookings.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { talliesOf } from "#tests/support/tallies.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { databaseOf, demoWorld, engineOfThisRun, type TestWorld, TUESDAY_NINE } from "#tests/support/world.ts";

const DAY = 86_400_000;
const WEEK = { from: "2027-05-10", to: "2027-05-23" };

test("what is restored is what was backed up, row by row and file by file", async () => {
  const world = await demoWorld();
  await bookSome(world, 5);
  writeFileSync(join(world.config.dataDir, "auth-secret"), "kept");
  const before = await talliesOf(world.db);
  const folder = await backup(world);
  const { where, outcome } = await restored(world, folder, { sendMails: true });
  expect(outcome).toMatchObject({ kind: "restored", heldMails: 0 });
  const again = openDatabase(where, world.log);
  expect(await talliesOf(again)).toEqual(before);
  await again.close();
  expect(readFileSync(join(where.dataDir, "auth-secret"), "utf8")).toBe("kept");
});

test("a backup made while people book is of one instant", async () => {
  const world = await demoWorld();
  const starts = await apartStarts(world, WEEK);
  let making = true;
  const made = backup(world).finally(() => {
    making = false;
  });
  let booked = 0;
  while (making && booked < starts.length) await bookAt(world, starts[booked++] as number, booked);
  const copy = openSqlite(join(await made, "database.db"));
  const found = await copy.kysely.selectFrom("appointments").select("id").execute();
  expect(await unsoundness(copy.kysely)).toEqual(SOUND);
  await copy.close();
  expect(found.length).toBeLessThanOrEqual(booked);
  expect(await unsoundness(world.db.kysely)).toEqual(SOUND);
});

test("mails that were due when the backup was made are held back", async () => {
  const world = await demoWorld();
  await bookSome(world, 1);
  const due = await dueMails(world);
  expect(due).toBeGreaterThan(0);
  const { where, outcome } = await restored(world, await backup(world), { sendMails: false });
  expect(outcome).toMatchObject({ kind: "restored", heldMails: due });
  const again = openDatabase(where, world.log);
  expect(await dueMails({ ...world, db: again })).toBe(0);
  await again.close();
});

test("a damaged backup is refused, and nothing is touched", async () => {
  const world = await demoWorld();
  const folder = await backup(world);
  appendFileSync(join(folder, "database.db"), "x");
  await expect(restored(world, folder, { sendMails: false })).rejects.toThrow("missing or damaged");
  await expect(restored(world, temporaryFolder(), { sendMails: false })).rejects.toThrow("not a backup");
});

test("a running site is not restored under", async () => {
  const world = await demoWorld();
  await bookSome(world, 1);
  const { databaseUrl, dataDir } = world.config;
  const folder = await backup(world);
  const outcome = await restoreBackup({ ...wishFor(world, folder), where: { databaseUrl, dataDir } });
  expect(outcome).toEqual({ kind: engineOfThisRun() === "sqlite" ? "running" : "occupied" });
});

test("one a day, as many as are asked for, and nothing else is removed", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "notes.txt"), "mine");
  const world = await demoWorld({ config: { backupKeep: 2 } });
  const made: (string | null)[] = [];
  for (const at of [0, DAY / 2, DAY, 2 * DAY]) {
    world.clock.set(TUESDAY_NINE + at);
    made.push(await backupIfDue(world, folder));
  }
  expect(made[1]).toBeNull();
  expect(readdirSync(folder)).toEqual(["limber-yard-20270505T080000Z", "limber-yard-20270506T080000Z", "notes.txt"]);
});

async function bookSome(world: TestWorld, count: number): Promise<void> {
  const starts = (await apartStarts(world, WEEK)).slice(0, count);
  for (const [number, start] of starts.entries()) expect((await bookAt(world, start, number)).kind).toBe("booked");
}

function backup(world: TestWorld): Promise<string> {
  const { db, config, clock } = world;
  return makeBackup({ db, dataDir: config.dataDir }, { folder: temporaryFolder(), now: clock.now() });
}

async function restored(world: TestWorld, folder: string, { sendMails }: { sendMails: boolean }) {
  const where = await databaseOf(world.db.engine, { blank: true });
  return { where, outcome: await restoreBackup({ ...wishFor(world, folder), where, sendMails }) };
}

function wishFor(world: TestWorld, folder: string) {
  return { folder, now: world.clock.now(), log: world.log, sendMails: false, replace: false };
}

async function dueMails(world: Pick<TestWorld, "db" | "clock">): Promise<number> {
  const due = world.db.kysely.selectFrom("outbox").select("id").where("done_at", "is", null);
  const rows = await due.where("failed_at", "is", null).where("run_at", "<=", world.clock.now()).execute();
  return rows.length;
}
