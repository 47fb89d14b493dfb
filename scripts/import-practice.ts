import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Arrival, importArchive } from "#app/moving/archive/import-archive.server.ts";
import { eraseAgain } from "#app/personal-data.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { DATABASE_FILE } from "#app/platform/database/open.server.ts";
import { settleSqlite } from "#app/platform/database/sqlite-copy.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { openApp } from "#scripts/open-app.ts";
import { progressLine } from "#scripts/progress-line.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run import-practice -- FILE: fills a fresh installation with an archive of another.
const { words, flags } = readCommand("import-practice");
const isTrial = flags["dry-run"] === true;
const config = readConfig();
process.exitCode = await brought(words[0] ?? "");

async function brought(from: string): Promise<number> {
  const database = join(config.dataDir, DATABASE_FILE);
  const isRunning = !config.databaseUrl && existsSync(database) && !settleSqlite(database);
  if (isRunning) return failed("Nothing imported. Stop the site first.");
  const quiet = { ...config, logLevel: config.logLevel === "info" ? ("warn" as const) : config.logLevel };
  const app = await orExplain(() => openApp(quiet), config);
  const { tell, end } = progressLine();
  try {
    const outcome = await importArchive(app, { file: from, isTrial, onProgress: tell, eraseAgain });
    end();
    return outcome.kind === "received" ? told(outcome.arrival) : failed(`Nothing was changed. ${outcome.message}.`);
  } finally {
    await app.db.close();
  }
}

function told({ practice, madeAt, tables, erasedAgain }: Arrival): number {
  console.log(`${isTrial ? "Would bring in" : "Brought in"} everything of ${practice}, as of ${madeAt}:`);
  for (const [name, rows] of Object.entries(tables)) if (rows > 0) console.log(`${String(rows).padStart(9)}  ${name}`);
  if (erasedAgain > 0) console.log(`Erased again, as it had been here: ${erasedAgain}.`);
  if (isTrial) return 0;
  console.log("Accounts that were made here before are gone. No passwords came along:");
  console.log("  npm run admin -- reset you@example.com   opens an owner's account");
  console.log("  everybody else is mailed a link that sets a password at their first try to log in.");
  console.log("Enter the mail server and other systems anew under Settings, then go through /admin/go-live.");
  return 0;
}

function failed(sentence: string): number {
  console.error(sentence);
  return 1;
}
