import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { listUsers } from "#app/accounts/users.db.server.ts";
import type { Database, Queries } from "#app/platform/app-context.server.ts";
import { lockForReading, lockForWriting } from "#app/platform/database/lock.server.ts";
import { DATABASE_FILE, openDatabase, type Tries } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { apiSite, BOOKING } from "#tests/support/api-site.ts";
import { apartStarts, bookAt } from "#tests/support/bookings.ts";
import { setForDatabase } from "#tests/support/postgres-databases.ts";
import { PASSWORD } from "#tests/support/signed-in.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { databaseOf, demoApp, engineOfThisRun, type TestApp, testApp } from "#tests/support/test-app.ts";

const onPostgres = test.runIf(engineOfThisRun() === "postgres");
const onSqlite = test.runIf(engineOfThisRun() === "sqlite");
const AT_ONCE: Tries = { pause: async () => {} };
const TOKEN = "a-token-for-the-one-who-measures";

onPostgres("a transaction whose rows were changed meanwhile is done again, and loses neither change", async () => {
  const { mine, theirs } = await twoOf("default_transaction_isolation = 'serializable'");
  let runs = 0;
  await mine.kysely.transaction().execute(async (tx) => {
    runs += 1;
    const seen = await readValue(tx, "a");
    if (runs === 1) await theirs.kysely.transaction().execute((other) => set(other, "a", 10));
    await set(tx, "a", seen + 1);
  });
  expect([runs, await readValue(mine.kysely, "a"), mine.conflicts]).toEqual([2, 11, { retried: 1, givenUp: 0 }]);
});

onPostgres("one that only its COMMIT refuses is done again, too", async () => {
  const { mine, theirs } = await twoOf("default_transaction_isolation = 'serializable'");
  let runs = 0;
  await mine.kysely.transaction().execute(async (tx) => {
    runs += 1;
    await set(tx, "b", (await readValue(tx, "a")) + 1);
    if (runs > 1) return;
    await theirs.kysely.transaction().execute(async (other) => set(other, "a", (await readValue(other, "b")) + 5));
  });
  expect([runs, await readValue(mine.kysely, "a"), await readValue(mine.kysely, "b")]).toEqual([2, 5, 6]);
  expect(mine.conflicts).toEqual({ retried: 1, givenUp: 0 });
});

onPostgres.each([
  ["made something else of it", () => Promise.reject(new Error("a library's own words"))],
  ["kept it to itself", () => Promise.resolve()],
])("a conflict counts although the body has %s", async (_, made) => {
  const { mine } = await twoOf();
  let runs = 0;
  const work = mine.kysely.transaction().execute(async (tx) => {
    runs += 1;
    if (runs === 1) await raise(tx).catch(made);
    await set(tx, "a", 7);
  });
  await work;
  expect([runs, await readValue(mine.kysely, "a")]).toEqual([2, 7]);
});

onPostgres("of two that wait for each other one is ended by the database, and done again", async () => {
  const { mine, theirs } = await twoOf("deadlock_timeout = '20ms'");
  const holding = Promise.withResolvers<void>();
  const waiting = Promise.withResolvers<void>();
  const [first, second] = [both(mine, "a", "b", holding, waiting), both(theirs, "b", "a", waiting, holding)];
  await Promise.all([first, second]);
  expect([await readValue(mine.kysely, "a"), await readValue(mine.kysely, "b")]).toEqual([2, 2]);
  expect(mine.conflicts.retried + theirs.conflicts.retried).toBeGreaterThan(0);
});

onPostgres("a statement outside of a transaction is done again", async () => {
  const { mine, theirs, watching } = await twoOf("default_transaction_isolation = 'serializable'");
  let changed: Promise<unknown> = Promise.resolve();
  await theirs.kysely.transaction().execute(async (other) => {
    await set(other, "a", 3);
    changed = sql`update crossings set value = value + 1 where name = 'a'`.execute(mine.kysely);
    await expectWaiting(watching);
  });
  await changed;
  expect([await readValue(mine.kysely, "a"), mine.conflicts]).toEqual([4, { retried: 1, givenUp: 0 }]);
});

onPostgres("who has waited for a lock sees the change that it waited for", async () => {
  const { mine, theirs, watching } = await twoOf("default_transaction_isolation = 'serializable'");
  const seen = await theirs.kysely.transaction().execute(async (other) => {
    await lockForWriting(other, "offer");
    const reading = mine.kysely.transaction().execute(async (tx) => {
      await lockForReading(tx, "offer");
      return readValue(tx, "a");
    });
    await expectWaiting(watching);
    await set(other, "a", 3);
    return { reading };
  });
  expect([await seen.reading, mine.conflicts]).toEqual([3, { retried: 1, givenUp: 0 }]);
});

onPostgres("a booking that crossed others twice is made once, with its mails", async () => {
  const app = await demoApp({ tries: AT_ONCE });
  const [start = 0] = await apartStarts(app, { from: "2027-05-10", to: "2027-05-16" });
  await failAt(app, "audit", 2);
  expect((await bookAt(app, start)).kind).toBe("booked");
  expect(app.db.conflicts).toEqual({ retried: 2, givenUp: 0 });
  expect(await app.db.kysely.selectFrom("appointments").select("id").execute()).toHaveLength(1);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

onPostgres.each(["users", "sign_ins", "sessions", "audit"])(
  "a sign-up that crosses others at %s opens one account and one session",
  async (table) => {
    const app = await testApp({ tries: AT_ONCE });
    await failAt(app, table, 1);
    const input = { email: "sam@example.com", password: PASSWORD, username: "Sam" };
    const outcome = await signUp(app, { headers: new Headers(), address: "192.0.2.1" }, input);
    if (outcome.kind !== "signed-up") throw new Error(outcome.kind);
    const cookie = outcome.cookies.map((line) => line.split(";")[0]).join("; ");
    expect((await identify(app, new Headers({ cookie }))).user?.email).toBe(input.email);
    expect(await listUsers(app.db.kysely)).toHaveLength(1);
    expect(await app.db.kysely.selectFrom("sessions").select("id").execute()).toHaveLength(1);
    expect(app.db.conflicts).toEqual({ retried: 1, givenUp: 0 });
  },
);

onPostgres(
  "what crosses others until the last try is answered 503 with when to come again, and told in /metrics",
  async () => {
    const site = await apiSite({
      tries: { ...AT_ONCE, patience: { tries: 3, within: 60_000 } },
      config: { metricsToken: TOKEN },
    });
    await failAt(site.app, "audit", 3);
    const refused = await site.postJson(BOOKING);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "10"]);
    expect((await site.postJson(BOOKING)).status).toBe(201);
    const { text } = await site.get("/metrics", { authorization: `Bearer ${TOKEN}` });
    expect(text).toContain("limber_yard_database_conflicts_retried_total 2\n");
    expect(text).toContain("limber_yard_database_conflicts_given_up_total 1\n");
  },
);

onSqlite.each([
  ["a transaction", (db: Database) => db.kysely.transaction().execute((tx) => set(tx, "a", 1))],
  ["a statement", (db: Database) => set(db.kysely, "a", 1)],
])("%s that finds SQLite locked is done again when the lock is free", async (_, work) => {
  const locks: DatabaseSync[] = [];
  const app = await testApp({ tries: { pause: async () => locks.pop()?.exec("rollback") } });
  await makeCrossings(app.db.kysely);
  const other = new DatabaseSync(join(app.config.dataDir, DATABASE_FILE));
  onTestFinished(() => other.close());
  other.exec("begin immediate");
  locks.push(other);
  await work(app.db);
  expect([await readValue(app.db.kysely, "a"), app.db.conflicts]).toEqual([1, { retried: 1, givenUp: 0 }]);
});

/** Two servers' own connections to one database with this setting, and a third to look on. */
async function twoOf(setting?: string): Promise<Record<"mine" | "theirs" | "watching", Database>> {
  const where = await databaseOf("postgres");
  // Before anybody is connected: a pooler's older sessions would not know of it.
  if (setting) await setForDatabase(inject("postgresUrl") ?? "", where.databaseUrl ?? "", setting);
  const open = () => {
    const db = openDatabase(where, createLog("silent"), AT_ONCE);
    onTestFinished(() => db.close());
    return db;
  };
  const all = { mine: open(), theirs: open(), watching: open() };
  await makeCrossings(all.mine.kysely);
  return all;
}

/** Returns when somebody waits for a lock. */
async function expectWaiting({ kysely }: Database): Promise<void> {
  const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(kysely)).rows[0]?.count).toBe(1);
}

async function makeCrossings(db: Queries): Promise<void> {
  await sql`create table crossings (name text primary key, value integer not null)`.execute(db);
  await sql`insert into crossings (name, value) values ('a', 0), ('b', 0)`.execute(db);
}

/** Adds one to both, the second only when the other side holds it. */
function both(
  db: Database,
  first: string,
  second: string,
  held: PromiseWithResolvers<void>,
  other: PromiseWithResolvers<void>,
) {
  return db.kysely.transaction().execute(async (tx) => {
    await add(tx, first);
    held.resolve();
    await other.promise;
    await add(tx, second);
  });
}

async function add(db: Queries, name: string): Promise<void> {
  await sql`update crossings set value = value + 1 where name = ${name}`.execute(db);
}

async function set(db: Queries, name: string, value: number): Promise<void> {
  await sql`update crossings set value = ${value} where name = ${name}`.execute(db);
}

async function readValue(db: Queries, name: string): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from crossings where name = ${name}`.execute(db);
  return rows[0]?.value ?? Number.NaN;
}

/** PostgreSQL's own answer to work that crossed other work. */
async function raise(db: Queries): Promise<void> {
  await sql`do $$ begin raise exception 'crossed' using errcode = '40001'; end $$`.execute(db);
}

/** The next so many rows into a table are answered as conflicts. A sequence counts on, whatever is rolled back. */
async function failAt({ db }: TestApp, table: string, times: number): Promise<void> {
  await sql`create sequence crossed`.execute(db.kysely);
  await sql`create function cross_some() returns trigger language plpgsql as $$ begin
    if nextval('crossed') <= ${sql.lit(times)} then raise exception 'crossed' using errcode = '40001'; end if;
    return new; end $$`.execute(db.kysely);
  await sql`create trigger cross_some before insert on ${sql.table(table)} for each row execute function cross_some()`.execute(
    db.kysely,
  );
}
