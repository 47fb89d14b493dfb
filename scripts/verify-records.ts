import { verifyRecords } from "#app/health/note-chain.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { expectKnownSchema, isMigrated } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { orExplain } from "#scripts/start-failure.ts";

// npm run verify-records: changes nothing, needs no key, and may run while the site does.
readCommand("verify-records");
const config = readConfig();
process.exitCode = await orExplain(verified, config);

async function verified(): Promise<number> {
  const db = openDatabase(config, createLog(config.logLevel === "info" ? "warn" : config.logLevel));
  try {
    if (!(await isMigrated(db))) {
      console.error("The database is of an older release: start this one once, first.");
      return 1;
    }
    await expectKnownSchema(db);
    const { notes, faults } = await db.kysely.transaction().execute((tx) => verifyRecords(tx));
    if (faults.length > 0) console.error(faults.join("\n"));
    else console.log(`The records agree: ${notes} locked notes.`);
    return faults.length > 0 ? 1 : 0;
  } finally {
    await db.close();
  }
}
