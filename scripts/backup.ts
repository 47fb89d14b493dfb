import { backupFolderOf } from "#app/platform/backup/erasure-list.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { progressLine } from "#scripts/progress-line.ts";

// npm run backup [-- FOLDER]: backs up while the site runs. Unlike a start, it never changes the schema.
const config = readConfig();
const folder = process.argv[2] ?? backupFolderOf(config);
const db = openDatabase(config, createLog(config.logLevel));
const { tell, end } = progressLine();
try {
  const made = await makeBackup({ db, dataDir: config.dataDir }, { folder, now: systemClock.now(), tell });
  end();
  console.log(`Backup made: ${made}`);
  console.log(`To go back to it: stop the site, then npm run restore -- ${made}`);
} catch (error) {
  end();
  throw error;
} finally {
  await db.close();
}
