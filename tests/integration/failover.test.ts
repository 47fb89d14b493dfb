import { CompiledQuery, sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { startOutbox, type TransportSource } from "#app/mail/outbox.jobs.server.ts";
import { renderers } from "#app/mails.server.ts";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { booked } from "#tests/support/booked.ts";
import { cutOff } from "#tests/support/cut-off.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { outboxOf, worker } from "#tests/support/post.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";
import { demoApp, engineOfThisRun, type TestApp } from "#tests/support/test-app.ts";

const isPostgres = engineOfThisRun() === "postgres";
// Through a pooler a new connection may get a session that was opened before a database's setting changed.
const opensSessions = isPostgres && !process.env.TEST_POOLER_URL;
const PRIMARY_GONE = Object.assign(new Error("terminating connection due to administrator command"), { code: "57P01" });

test("what was sent while the database was away is noted when it is back, and not sent again", async () => {
  const app = await demoApp();
  const server = await mailServer();
  await booked(app);
  const outage = breakable(app);
  const post = worker(server.url);
  const transport = post.transport && {
    ...post.transport,
    send: async (...sent: Parameters<typeof post.transport.send>) => {
      await post.transport?.send(...sent);
      outage.begin();
    },
  };
  const delivering = deliverDue(outage.app, { ...post, transport });
  await expect.poll(() => [server.arrived.length, outage.refused() > 1]).toEqual([2, true]);
  outage.end();
  await delivering;
  const sent = (await outboxOf(app)).filter(({ done_at }) => done_at !== null);
  expect(sent).toHaveLength(2);
  expect(await deliverDue(app, worker(server.url, "another"))).toBe(0);
});

test("a worker whose lease was cut short takes its mails up again as soon as the database is back", async () => {
  const app = await demoApp();
  const server = await mailServer();
  await booked(app);
  const outage = breakable(app);
  const source: TransportSource = {
    // It has its lease by then, and can't store what it is about to send.
    current: async () => worker(server.url).transport,
    close: () => {},
  };
  const refusing = Object.fromEntries(
    Object.entries(renderers).map(([kind, render]) => [
      kind,
      async (...asked: Parameters<typeof render>) => {
        if (outage.refused() === 0) outage.begin();
        return render(...asked);
      },
    ]),
  );
  const stop = startOutbox(outage.app, refusing, source);
  await expect.poll(outage.refused, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(server.arrived).toHaveLength(0);
  outage.end();
  await expect.poll(() => server.arrived.length, { timeout: 20_000 }).toBe(2);
  await stop();
  expect((await outboxOf(app)).filter(({ done_at }) => done_at !== null).map(({ attempts }) => attempts)).toEqual([
    1, 1,
  ]);
});

test.runIf(isPostgres)("a commit whose answer is lost is told from what was never sent", async () => {
  const url = await makeDatabase(serverUrl());
  const way = await cutOff(url);
  const [db, outside] = [opened(way.url), opened(url)];
  const isHeld = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  const untilHeld = () => expect.poll(async () => (await isHeld.execute(outside.kysely)).rows.length).toBe(1);
  const lost = (during: string) =>
    db.kysely
      .transaction()
      .execute(async (tx) => {
        await sql`create temporary table slow (id integer) on commit drop`.execute(tx);
        await sql`create function pg_temp.wait() returns trigger language plpgsql as
          'begin perform pg_sleep(60); return null; end'`.execute(tx);
        await sql`create constraint trigger slowly after insert on slow deferrable initially deferred
          for each row execute function pg_temp.wait()`.execute(tx);
        // The trigger holds the commit, so that its connection can be cut in the middle.
        await sql`insert into slow values (1)`.execute(tx);
        if (during === "commit") return void untilHeld().then(way.cut);
        way.cut();
        await sql`select 1`.execute(tx);
      })
      .then(() => "done", databaseErrorOf);
  expect(await lost("body")).toBe("away");
  way.mend();
  await expect.poll(() => sql`select 1`.execute(db.kysely).then(() => "back", databaseErrorOf)).toBe("back");
  expect(await lost("commit")).toBe("unclear");
});

test.runIf(opensSessions)("a server that only reads is refused, and left as soon as it writes no longer", async () => {
  const url = await makeDatabase(serverUrl());
  const name = new URL(url).pathname.slice(1);
  const outside = opened(url);
  const readOnly = (on: boolean) =>
    outside.kysely.executeQuery(CompiledQuery.raw(`alter database ${name} set default_transaction_read_only = ${on}`));
  await readOnly(true);
  const db = opened(url);
  const write = () =>
    sql`delete from rate_limits`.execute(db.kysely).then(
      () => "written",
      (error) => databaseErrorOf(error),
    );
  expect(await write()).toBe("away");
  // The connection from outside writes still: it was opened before.
  await readOnly(false);
  expect(await write()).toBe("written");
  await sql`set default_transaction_read_only = on`.execute(db.kysely);
  expect(await write()).toBe("away");
  await expect.poll(write).toBe("written");
});

/** The app as it is while its database is away: between `begin` and `end` each statement fails. */
function breakable(app: TestApp) {
  let isAway = false;
  let refused = 0;
  const kysely = app.db.kysely.withPlugin({
    transformQuery({ node }) {
      if (!isAway) return node;
      refused++;
      throw PRIMARY_GONE;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    app: { ...app, db: { ...app.db, kysely } },
    begin: () => {
      isAway = true;
    },
    end: () => {
      isAway = false;
    },
    refused: () => refused,
  };
}

function opened(databaseUrl: string) {
  const db = openDatabase({ databaseUrl, dataDir: "" }, createLog("silent"));
  onTestFinished(() => db.close());
  return db;
}

function serverUrl(): string {
  return inject("postgresUrl") ?? "";
}
