import { PostgresAdapter } from "kysely";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Engine } from "#app/platform/database/engine.ts";

/** What answers these queries: for the few that are asked otherwise of one engine. */
export function engineOf(db: Queries): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}
