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
