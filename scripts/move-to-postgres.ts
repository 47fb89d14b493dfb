import { existsSync } from "node:fs";
import { join } from "node:path";
import { isOccupied } from "#app/platform/backup/restore.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { type Checksums, copyRows } from "#app/platform/database/copy-rows.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { DATABASE_FILE, openDatabase, openSqlite } from "#app/platform/database/open.server.ts";
import { settleSqlite } from "#app/platform/database/sqlite-copy.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { progressLine } from "#scripts/progress-line.ts";

// npm run move-to-postgres: copies every row of the SQLite file in DATA_DIR to the PostgreSQL of DATABASE_URL.
const { flags } = readCommand("move-to-postgres");
const config = readConfig();
const file = join(config.dataDir, DATABASE_FILE);
const hindrance = hindranceBefore();
process.exitCode = hindrance ? failed(hindrance) : await moved();

function hindranceBefore(): string | null {
  if (!config.databaseUrl) return "Where to? DATABASE_URL=postgres://… npm run move-to-postgres";
  if (!existsSync(file)) return `There is no ${file}: is DATA_DIR right?`;
  return settleSqlite(file) ? null : "The site is still running. Stop it first: what it writes now would stay behind.";
}

async function moved(): Promise<number> {
  const progress = progressLine();
  const source = openSqlite(file);
  const target = openDatabase(config, createLog(config.logLevel));
  try {
    await migrate(source);
    await migrate(target);
    if ((await isOccupied(target)) && !flags.replace) {
      return failed("Nothing was moved: the PostgreSQL database has appointments. To replace them: --replace");
    }
    const checksums = await copyRows(source, target, progress.tell);
    progress.end();
    tell(checksums);
    return 0;
  } catch (error) {
    progress.end();
    return failed(`Nothing was moved. ${(error as Error).message}`);
  } finally {
    await target.close();
    await source.close();
  }
}

function tell(checksums: Checksums): void {
  const width = Math.max(...Object.keys(checksums).map((name) => name.length));
  for (const [name, { rows, sum }] of Object.entries(checksums)) {
    console.log(`${name.padEnd(width)} ${String(rows).padStart(9)} rows  ${sum}`);
  }
  console.log("Every row is there: counts and checksums agree. Keep AUTH_SECRET (or the data folder) as it is,");
  console.log("so that links in mails and sessions stay good, and start the site with DATABASE_URL set.");
}

function failed(sentence: string): number {
  console.error(sentence);
  return 1;
}
