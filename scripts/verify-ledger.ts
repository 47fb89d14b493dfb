import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { lookAtDatabase } from "#scripts/look-at-database.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run verify-ledger: changes nothing, and may run while the site does.
readCommand("verify-ledger");
const config = readConfig();
process.exitCode = await orExplain(verified, config);

function verified(): Promise<number> {
  return lookAtDatabase(config, async ({ db }) => {
    const { entries, fault } = await db.kysely.transaction().execute((tx) => verifyLedger(tx));
    if (fault) console.error(`The ledger differs from what was written.\n${fault}`);
    else console.log(`The ledger agrees: ${entries} entries.`);
    return fault ? 1 : 0;
  });
}
