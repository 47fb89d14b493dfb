import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeErasureList } from "#app/platform/backup/erasure-list.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { abandoned, isDue, outdated } from "#app/platform/backup/retention.ts";
import { listErasures } from "#app/platform/erasures.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";

const LOOK_EVERY = 15 * 60_000;

/**
 * Makes a daily backup into BACKUP_DIR while the site runs, and deletes those beyond BACKUP_KEEP. Returns a function
 * that stops it after the current backup. Without BACKUP_DIR it does nothing.
 */
export function startDailyBackups(app: AppContext): () => Promise<void> {
  const folder = app.config.backupDir;
  if (!folder) return async () => {};
  return repeat(app, { every: LOOK_EVERY, job: () => backupIfDue(app, folder), failed: "backup failed" });
}

/** Makes today's backup unless there is one. Returns its folder, or null if none was due. */
export async function backupIfDue(app: AppContext, folder: string): Promise<string | null> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const now = app.clock.now();
  // Includes erasures by another server that has no backup folder.
  writeErasureList(folder, await listErasures(app.db.kysely));
  if (!isDue(readdirSync(folder), now)) return null;
  const { db, config } = app;
  const made = await makeBackup({ db, dataDir: config.dataDir }, { folder, now });
  const names = readdirSync(folder);
  for (const name of [...outdated(names, config.backupKeep), ...abandoned(names, now)]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  app.log.info({ folder: made }, "backup made");
  return made;
}
