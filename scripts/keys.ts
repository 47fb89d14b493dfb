import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { expectKnownSchema, isMigrated } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { orExplain } from "#scripts/start-failure.ts";

// npm run keys -- verify: changes nothing, and may run while the site does.
const { words } = readCommand("keys");
const config = readConfig();
process.exitCode = await orExplain(words[0] === "verify" ? verify : unknownWord, config);

async function unknownWord(): Promise<number> {
  console.error("Usage: npm run keys -- verify");
  return 1;
}

async function verify(): Promise<number> {
  const log = createLog(config.logLevel === "info" ? "warn" : config.logLevel);
  const db = openDatabase(config, log);
  try {
    if (!(await isMigrated(db))) {
      console.error("The database is of an older release: start this one once, first.");
      return 1;
    }
    await expectKnownSchema(db);
    const outcome = await verifyKeys({ db, config, log });
    if (outcome === null) console.log("This practice keeps no health records here.");
    else if (outcome.faults.length > 0) console.error(outcome.faults.join("\n"));
    else console.log(`The health key opens every record: ${outcome.keys} clients, ${outcome.cells} sealed texts.`);
    return outcome !== null && outcome.faults.length > 0 ? 1 : 0;
  } finally {
    await db.close();
  }
}
