import { readConfig } from "#app/platform/config.server.ts";
import { expectKnownSchema } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";

// Ends with 1 if the database is of a later release, and with 0 if this one can start on it.
const config = readConfig();
const db = openDatabase(config, createLog("silent"));
process.exitCode = await expectKnownSchema(db)
  .then(() => 0)
  .catch(() => 1)
  .finally(() => db.close());
