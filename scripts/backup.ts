import { existsSync } from "node:fs";
import { join } from "node:path";
import { backupFolderOf } from "#app/platform/backup/erasure-list.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { DATABASE_FILE, openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { progressLine } from "#scripts/progress-line.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run backup [-- FOLDER]: backs up while the site runs. Unlike a start, it never changes the schema.
const { words } = readCommand("backup");
const config = readConfig();
const folder = words[0] ?? backupFolderOf(config);
const file = join(config.dataDir, DATABASE_FILE);
if (!config.databaseUrl && !existsSync(file)) {
  console.error(`There is no ${file} to back up. Is DATA_DIR right?`);
  process.exit(1);
}
await orExplain(backUp, config);

async function backUp(): Promise<void> {
  const db = openDatabase(config, createLog(config.logLevel));
  const { tell, end } = progressLine();
  try {
    const made = await makeBackup(
      { db, dataDir: config.dataDir },
      { folder, now: systemClock.now(), onProgress: tell },
    );
    end();
    console.log(`Backup made: ${made}`);
    console.log(`To restore it, stop the site and run: npm run restore -- ${made}`);
  } finally {
    end();
    await db.close();
  }
}
