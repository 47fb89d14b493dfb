import type { Clock } from "#app/platform/clock.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import type { Log } from "#app/platform/log.server.ts";

/** Everything outside that a command may use, passed as a plain object: no container, no globals. */
export type AppContext = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Log;
  /** Signs links and sessions. From AUTH_SECRET or the data folder. */
  secret: string;
};

const processApps = new WeakMap<AppContext, AppContext>();

/** The app of one request that writes nothing: what it asks once stays so until it is answered. */
export function forOneRequest(app: AppContext): AppContext {
  const own = { ...app };
  processApps.set(own, app);
  return own;
}

/** The app that the process was started with: what outlives a request is remembered under it. */
export function processAppOf(app: AppContext): AppContext {
  return processApps.get(app) ?? app;
}
