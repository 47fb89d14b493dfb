import type { AppContext } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import { readSecret } from "#app/platform/encryption.server.ts";
import { createLog } from "#app/platform/log.server.ts";

/** Opens the app context from the configuration: log, migrated database, secret. Close `db` at the end. */
export async function openApp(config: Config): Promise<AppContext> {
  const log = createLog(config.logLevel);
  const db = openDatabase(config, log);
  const migrated = await migrate(db);
  if (migrated.length > 0) {
    log.info({ migrations: migrated }, "database migrated");
    await overwriteNow({ db, log });
  }
  return { db, clock: systemClock, config, log, secret: await readSecret(config, log) };
}
