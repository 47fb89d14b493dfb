import { systemClock } from "#app/platform/clock.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readSecret } from "#app/platform/secret.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** The world as the configuration says: log, database with its schema up to date, secret. Close `db` at the end. */
export async function openWorld(config: Config): Promise<World> {
  const log = createLog(config.logLevel);
  const db = openDatabase(config, log);
  const migrated = await migrate(db);
  if (migrated.length > 0) log.info({ migrations: migrated }, "the schema was brought up to date");
  return { db, clock: systemClock, config, log, secret: await readSecret(config, log) };
}
