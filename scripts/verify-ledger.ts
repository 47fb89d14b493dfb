import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { expectKnownSchema, isMigrated } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { orExplain } from "#scripts/start-failure.ts";

// npm run verify-ledger: changes nothing, and may run while the site does.
readCommand("verify-ledger");
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
    const { entries, fault } = await db.kysely.transaction().execute((tx) => verifyLedger(tx));
    if (fault) console.error(`The ledger differs from what was written.\n${fault}`);
    else console.log(`The ledger agrees: ${entries} entries.`);
    return fault ? 1 : 0;
  } finally {
    await db.close();
  }
}
