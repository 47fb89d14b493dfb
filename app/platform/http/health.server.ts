import { sql } from "kysely";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isMigrated } from "#app/platform/database/migrate.server.ts";

const LIMIT = 2_000;
const EVERY = 1_000;
const SILENT = "the database does not answer";

/**
 * `/healthz`: the process answers, and is not about to close. It queries nothing, so that a slow database doesn't get
 * the process restarted, nor taken from behind its load balancer.
 */
export function healthAnswer({ isClosing }: { isClosing: boolean }): Response {
  return isClosing ? answer(503, "closing") : answer(200, "ok");
}

export type ReadinessCheck = (app: AppContext) => Promise<string | null>;

type Check = { startedAt: number; isRunning: boolean; reason: Promise<string | null> };

/**
 * `/readyz`: 200 if the database answers within two seconds, its schema is current, and `check` finds nothing.
 * Otherwise 503; the reason goes to the log. However many ask, the database is asked at most once a second, and never
 * twice at a time.
 */
export function readiness(
  app: AppContext,
): (life: { isClosing: boolean }, check?: ReadinessCheck) => Promise<Response> {
  let latest: Check | null = null;
  let logged: string | null = null;

  function begun(check?: ReadinessCheck): Check {
    const now = app.clock.now();
    const age = latest ? now - latest.startedAt : Number.POSITIVE_INFINITY;
    if (latest && (latest.isRunning || (age >= 0 && age < EVERY))) return latest;
    const answer = reasonOf(app, check);
    const made: Check = { startedAt: now, isRunning: true, reason: Promise.race([answer, afterLimit()]).then(noted) };
    void answer.then(() => {
      made.isRunning = false;
    });
    latest = made;
    return made;
  }

  function noted(reason: string | null): string | null {
    if (reason !== null && reason !== logged) app.log.warn({ reason }, "not ready");
    if (reason === null && logged !== null) app.log.info("ready again");
    logged = reason;
    return reason;
  }

  return async ({ isClosing }, check) =>
    isClosing || (await begun(check).reason) !== null ? answer(503, "not ready") : answer(200, "ready");
}

async function reasonOf(app: AppContext, check: ReadinessCheck = async () => null): Promise<string | null> {
  try {
    await sql`select 1`.execute(app.db.kysely);
    if (!(await isMigrated(app.db))) return "migrations are missing";
    return await check(app);
  } catch (error) {
    app.log.warn({ code: (error as { code?: string }).code }, SILENT);
    return SILENT;
  }
}

function afterLimit(): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, LIMIT, SILENT).unref());
}

function answer(status: number, state: string): Response {
  return Response.json({ status: state }, { status, headers: { "Cache-Control": "no-store" } });
}
