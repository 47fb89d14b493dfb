import type { Database } from "#app/platform/app-context.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import { expectKnownSchema, isMigrated } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog, type Log } from "#app/platform/log.server.ts";

type Opened = { db: Database; log: Log };

/**
 * For a command that changes nothing and may run while the site does: opens the database as it stands, and closes it
 * afterwards. Unless another level was chosen, the log says what is a `least`. Resolves to the exit code.
 */
export async function lookAtDatabase(
  config: Config,
  work: (opened: Opened) => Promise<number>,
  least: "warn" | "error" = "warn",
): Promise<number> {
  const log = createLog(config.logLevel === "info" ? least : config.logLevel);
  const db = openDatabase(config, log);
  try {
    if (!(await isMigrated(db))) {
      console.error("The database is of an older release: start this one once, first.");
      return 1;
    }
    await expectKnownSchema(db);
    return await work({ db, log });
  } finally {
    await db.close();
  }
}
