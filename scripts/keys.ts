import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { lookAtDatabase } from "#scripts/look-at-database.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run keys -- verify: changes nothing, and may run while the site does.
const { words } = readCommand("keys");
const config = readConfig();
process.exitCode = await orExplain(words[0] === "verify" ? verify : unknownWord, config);

async function unknownWord(): Promise<number> {
  console.error("Usage: npm run keys -- verify");
  return 1;
}

function verify(): Promise<number> {
  return lookAtDatabase(config, async ({ db, log }) => {
    const outcome = await verifyKeys({ db, config, log });
    if (outcome === null) console.log("This practice keeps no health records here.");
    else if (outcome.faults.length > 0) console.error(outcome.faults.join("\n"));
    else console.log(`The health key opens every record: ${outcome.keys} clients, ${outcome.cells} sealed texts.`);
    return outcome !== null && outcome.faults.length > 0 ? 1 : 0;
  });
}
