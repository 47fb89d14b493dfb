import { writeFileSync } from "node:fs";
import { askAll, listErrors } from "#app/maintenance/site-status.server.ts";
import type { Database } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { STATUS_CHECKS } from "#app/site-status.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { bundleText, doctorLines } from "#scripts/doctor-words.ts";
import { lookAtDatabase } from "#scripts/look-at-database.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run doctor: Site status in the terminal. Changes nothing, and may run while the site does.
const { texts } = readCommand("doctor");
const config = readConfig();
process.exitCode = await orExplain(examined, config);

function examined(): Promise<number> {
  return lookAtDatabase(config, examine, "error");
}

async function examine({ db, log }: { db: Database; log: Log }): Promise<number> {
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
}
