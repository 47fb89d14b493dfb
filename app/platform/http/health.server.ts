import { sql } from "kysely";
import { isMigrated } from "#app/platform/database/migrate.server.ts";
import type { World } from "#app/platform/world.server.ts";

const LIMIT = 2000;

/** `/healthz`: the process answers. Nothing else is asked, so that a slow database doesn't get it restarted. */
export function healthAnswer(): Response {
  return answer(200, "ok");
}

/** `/readyz`: the database answers within two seconds and its schema is this code's. Otherwise 503. */
export async function readinessAnswer(world: World): Promise<Response> {
  const state = await Promise.race([stateOfDatabase(world), afterLimit()]);
  return answer(state === "ready" ? 200 : 503, state);
}

type Readiness = "ready" | "migrations are missing" | "database does not answer";

async function stateOfDatabase(world: World): Promise<Readiness> {
  try {
    await sql`select 1`.execute(world.db.kysely);
    return (await isMigrated(world.db)) ? "ready" : "migrations are missing";
  } catch (error) {
    world.log.warn({ code: (error as { code?: string }).code }, "not ready: the database does not answer");
    return "database does not answer";
  }
}

function afterLimit(): Promise<Readiness> {
  return new Promise((resolve) => setTimeout(resolve, LIMIT, "database does not answer").unref());
}

function answer(status: number, state: string): Response {
  return Response.json({ status: state }, { status, headers: { "Cache-Control": "no-store" } });
}
