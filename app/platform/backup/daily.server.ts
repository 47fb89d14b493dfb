import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { isDue, outdated } from "#app/platform/backup/retention.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import type { World } from "#app/platform/world.server.ts";

const LOOK_EVERY = 15 * 60_000;

/**
 * Makes a backup a day into BACKUP_DIR while the site runs, and removes those that BACKUP_KEEP no longer asks for.
 * Resolves when it has stopped: a backup that is being made is finished first. Without BACKUP_DIR it does nothing.
 */
export function startDailyBackups(world: World): () => Promise<void> {
  const folder = world.config.backupDir;
  if (!folder) return async () => {};
  return repeat(world, { every: LOOK_EVERY, job: () => backupIfDue(world, folder), failed: "backup failed" });
}

/** Makes today's backup unless there is one. Resolves to its folder, null when none was due. */
export async function backupIfDue(world: World, folder: string): Promise<string | null> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const now = world.clock.now();
  if (!isDue(readdirSync(folder), now)) return null;
  const { db, config } = world;
  const made = await makeBackup({ db, dataDir: config.dataDir }, { folder, now });
  for (const name of outdated(readdirSync(folder), config.backupKeep)) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  world.log.info({ folder: made }, "backup made");
  return made;
}
