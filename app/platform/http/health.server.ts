import { sql } from "kysely";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isMigrated } from "#app/platform/database/migrate.server.ts";

const LIMIT = 2000;

/**
 * `/healthz`: the process answers, and is not about to close. It queries nothing, so that a slow database doesn't get
 * the process restarted, nor taken from behind its load balancer.
 */
export function healthAnswer({ isClosing }: { isClosing: boolean }): Response {
  return isClosing ? answer(503, "closing") : answer(200, "ok");
}

/** Any other reason why a server is not ready, in words, or null. */
export type ReadinessCheck = (app: AppContext) => Promise<string | null>;

/**
 * `/readyz`: 200 if the database answers within two seconds, its schema is current, and `check` finds nothing.
 * Otherwise 503.
 */
export async function readinessAnswer(app: AppContext, check?: ReadinessCheck): Promise<Response> {
  const state = await Promise.race([stateOf(app, check), afterLimit()]);
  return answer(state === "ready" ? 200 : 503, state);
}

async function stateOf(app: AppContext, check: ReadinessCheck = async () => null): Promise<string> {
  try {
    await sql`select 1`.execute(app.db.kysely);
    if (!(await isMigrated(app.db))) return "migrations are missing";
    return (await check(app)) ?? "ready";
  } catch (error) {
    app.log.warn({ code: (error as { code?: string }).code }, "not ready: the database does not answer");
    return "database does not answer";
  }
}

function afterLimit(): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, LIMIT, "database does not answer").unref());
}

function answer(status: number, state: string): Response {
  return Response.json({ status: state }, { status, headers: { "Cache-Control": "no-store" } });
}
