import { writeFileSync } from "node:fs";
import { askAll, listErrors } from "#app/maintenance/site-status.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { expectKnownSchema, isMigrated } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { STATUS_CHECKS } from "#app/site-status.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { bundleText, doctorLines } from "#scripts/doctor-words.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run doctor: Site status in the terminal. Changes nothing, and may run while the site does.
const { texts } = readCommand("doctor");
const config = readConfig();
process.exitCode = await orExplain(examined, config);

async function examined(): Promise<number> {
  const log = createLog(config.logLevel === "info" ? "error" : config.logLevel);
  const db = openDatabase(config, log);
  try {
    if (!(await isMigrated(db))) {
      console.error("The database is of an older release: start this one once, first.");
      return 1;
    }
    await expectKnownSchema(db);
    const app = { db, clock: systemClock, config, log, secret: "" };
    const now = systemClock.now();
    const found = await askAll(app, STATUS_CHECKS, now);
    for (const line of doctorLines(found)) console.log(line);
    if (texts.bundle) {
      const errors = await listErrors(db.kysely, { now, most: 100 });
      const text = bundleText({ found, errors, environment: process.env, now });
      writeFileSync(texts.bundle, text, { mode: 0o600 });
      console.log(`\nWritten for whoever helps you: ${texts.bundle}. No client, password or address is in it.`);
    }
    return found.some(({ verdict }) => verdict.state === "wrong") ? 1 : 0;
  } finally {
    await db.close();
  }
}
