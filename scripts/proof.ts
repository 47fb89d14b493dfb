import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";
import { attacks } from "#tests/proof/attacks.ts";
import { calendars } from "#tests/proof/calendars.ts";
import { engines, onPostgres } from "#tests/proof/engines.ts";
import { failover } from "#tests/proof/failover.ts";
import { faults } from "#tests/proof/faults.ts";
import { fuzz } from "#tests/proof/fuzz.ts";
import { health } from "#tests/proof/health.ts";
import { load } from "#tests/proof/load.ts";
import { million } from "#tests/proof/million.ts";
import { money, moneyOnline } from "#tests/proof/money.ts";
import { oracle } from "#tests/proof/oracle.ts";
import { ownServer } from "#tests/proof/own-server.ts";
import { recovery } from "#tests/proof/recovery.ts";
import { release } from "#tests/proof/release.ts";
import { writeReport } from "#tests/proof/report.ts";
import { scale } from "#tests/proof/scale.ts";
import { season } from "#tests/proof/season.ts";
import { soak } from "#tests/proof/soak.ts";
import { waitingList } from "#tests/proof/waiting-list.ts";

// npm run proof -- NAME [OPTION]: runs one of the long tests and writes its tables to docs/proof.
const proofs = {
  attacks,
  calendars,
  faults,
  failover,
  scale,
  season,
  load,
  fuzz,
  health,
  release,
  oracle,
  engines,
  postgres: onPostgres,
  soak,
  million,
  money,
  "money-online": moneyOnline,
  "own-server": ownServer,
  recovery,
  "waiting-list": waitingList,
};
const { words, flags, texts } = readCommand("proof");
const options = [
  ...words.slice(1),
  ...Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : `--${name}=${value}`)),
  ...Object.keys(flags).flatMap((name) => (flags[name] ? `--${name}` : [])),
];
await prove(words[0] as keyof typeof proofs);

async function prove(which: keyof typeof proofs): Promise<void> {
  const report = await proofs[which](options).catch(explained);
  if (report === null) return;
  writeReport(which, { command: `npm run proof -- ${[which, ...options].join(" ")}`, ...report });
  if (report.broken.length === 0) return;
  for (const line of report.broken) console.error(`Broken: ${line}`);
  process.exitCode = 1;
}

/** What is missing on this machine is told in words, without a stack. */
function explained(error: unknown): null {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
  return null;
}
