import { type Kysely, sql } from "kysely";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { expect, onTestFinished, test } from "vitest";
import type { Tables } from "#app/platform/database/tables.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { stubSite } from "#tests/support/stub-site.ts";
import { engineOfThisRun } from "#tests/support/test-app.ts";

const isPostgres = engineOfThisRun() === "postgres";

// Its socket stays open, and nothing more comes: without an end of our own a request would wait for as long.
test.runIf(isPostgres)(
  "whoever waits for a PostgreSQL that was stopped is answered: 503, to be sent again",
  async () => {
    const routes = { "/read": { loader }, "/change": { action: change }, "/write": { action } };
    const site = await stubSite({ routes, limits: SOON });
    const read = await site.get("/read");
    expect([read.status, read.headers["retry-after"], read.headers["x-outcome"]]).toEqual([503, "10", undefined]);
    const changed = await site.post("/change", "name=Ada");
    expect([changed.status, changed.headers["retry-after"], changed.headers["x-outcome"]]).toEqual([
      503,
      "10",
      undefined,
    ]);
    const written = await site.post("/write", "name=Ada");
    // It was stopped in the middle of the commit, which it may carry out when it wakes.
    expect([written.status, written.headers["retry-after"], written.headers["x-outcome"]]).toEqual([
      503,
      "10",
      "unknown",
    ]);
    expect(await sql`select 1`.execute(site.app.db.kysely)).toHaveProperty("rows.length", 1);
  },
);

const SOON = { within: 400, least: 200 };

async function loader({ context }: LoaderFunctionArgs) {
  await appContextOf(context)
    .db.kysely.connection()
    .execute(async (db) => {
      await stopServerOf(db);
      await sql`select 1`.execute(db);
    });
  return null;
}

// Before the commit: nothing can have come of it.
async function change({ context }: ActionFunctionArgs) {
  await appContextOf(context)
    .db.kysely.transaction()
    .execute(async (tx) => {
      await stopServerOf(tx);
      await sql`select 1`.execute(tx);
    });
  return null;
}

async function action({ context }: ActionFunctionArgs) {
  await appContextOf(context).db.kysely.transaction().execute(stopServerOf);
  return null;
}

/** Stops the process of PostgreSQL that serves this connection, as SIGSTOP or a machine that hangs would. */
async function stopServerOf(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const { pid } = rows[0] ?? { pid: 0 };
  process.kill(pid, "SIGSTOP");
  onTestFinished(() => void process.kill(pid, "SIGCONT"));
}
