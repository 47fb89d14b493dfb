import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Arrival, bringIn } from "#app/archive/bring-in.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { DATABASE_FILE } from "#app/platform/database/open.server.ts";
import { settleSqlite } from "#app/platform/database/sqlite-copy.server.ts";
import { openApp } from "#scripts/open-app.ts";
import { progressLine } from "#scripts/progress-line.ts";

const USAGE = "Usage: npm run import-practice -- FILE.zip [--dry-run]";

// npm run import-practice -- FILE: fills a fresh installation with an archive of another.
const config = readConfig();
const { file, isTrial } = typed();
process.exitCode = file ? await brought(file) : failed(USAGE);

function typed(): { file: string | null; isTrial: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { "dry-run": { type: "boolean" } }, allowPositionals: true });
    return { file: positionals.length === 1 ? (positionals[0] ?? null) : null, isTrial: values["dry-run"] === true };
  } catch {
    return { file: null, isTrial: false };
  }
}

async function brought(from: string): Promise<number> {
  const database = join(config.dataDir, DATABASE_FILE);
  const isRunning = !config.databaseUrl && existsSync(database) && !settleSqlite(database);
  if (isRunning) return failed("Nothing was changed: the site is still running. Stop it first.");
  const app = await openApp({ ...config, logLevel: config.logLevel === "info" ? "warn" : config.logLevel });
  const { tell, end } = progressLine();
  try {
    const outcome = await bringIn(app, { file: from, isTrial, tell });
    end();
    return outcome.kind === "arrived" ? told(outcome.arrival) : failed(`Nothing was changed. ${outcome.message}.`);
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
