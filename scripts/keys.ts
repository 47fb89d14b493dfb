import { postponeTurn } from "#app/adapters/adapters.db.server.ts";
import { rotateHealthKey } from "#app/health/keeping/rotate-key.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { lookAtDatabase } from "#scripts/look-at-database.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run keys -- verify changes nothing; rotate changes the health key. Both may run while the site does.
const { words } = readCommand("keys");
const config = readConfig();
process.exitCode = await orExplain(words[0] === "rotate" ? rotate : verify, config);

function verify(): Promise<number> {
  return lookAtDatabase(config, async ({ db, log }) => {
    const outcome = await verifyKeys({ db, config, log });
    if (outcome === null) console.log("This practice keeps no health records here.");
    else if (outcome.faults.length > 0) console.error(outcome.faults.join("\n"));
    else console.log(`The health key opens every record: ${outcome.keys} clients, ${outcome.cells} sealed texts.`);
    return outcome !== null && outcome.faults.length > 0 ? 1 : 0;
  });
}

function rotate(): Promise<number> {
  return lookAtDatabase(config, async ({ db, log }) => {
    const outcome = await rotateHealthKey({ db, config, log, clock: systemClock });
    if (outcome.kind === "none") console.log("This practice keeps no health records here.");
    else if (outcome.kind === "shut")
      console.error("The health key does not open every record, so nothing was changed. See npm run keys -- verify.");
    if (outcome.kind !== "changed") return outcome.kind === "shut" ? 1 : 0;
    // With the next backup, due now, goes the copy of the new key that the recovery words open.
    await postponeTurn(db.kysely, "backups", systemClock.now());
    console.log(changed(outcome));
    return 0;
  });
}

type Changed = { isFinished: boolean; keys: number; aside: string | null };

function changed({ isFinished, keys, aside }: Changed): string {
  return [
    isFinished
      ? `The change of the health key that was cut off is finished: the new key opens the records of ${keys} clients.`
      : `The health key is a new one, and opens the records of ${keys} clients.`,
    `The former key is in the file “${aside ?? "replaced-health-key-…"}” of the data folder. Backups made before today need it: keep it in a safe`,
    "until you have deleted them. Other machines of this site need the new file “health-key”.",
  ].join("\n");
}
