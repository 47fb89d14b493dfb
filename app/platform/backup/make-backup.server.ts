import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backupName } from "#app/platform/backup/backup-name.ts";
import { copyFiles, dataFiles } from "#app/platform/backup/data-files.server.ts";
import { sumOf, writeManifest } from "#app/platform/backup/manifest.server.ts";
import { copyRows } from "#app/platform/database/copy-rows.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { DATABASE_FILE, openSqlite } from "#app/platform/database/open.server.ts";
import { copySqlite } from "#app/platform/database/sqlite-copy.server.ts";

/** Inside a backup: the database, always as SQLite, and the files of the data folder. */
export const BACKUP_DATABASE = "database.db";
export const BACKUP_FILES = "files";

type Source = { db: Database; dataDir: string };

/**
 * Makes a backup in `folder` while the site goes on: the database as it was at one instant, and the files beside it.
 * It is written under another name and renamed when it is whole and on the disk. Resolves to its folder.
 */
export async function makeBackup({ db, dataDir }: Source, wish: { folder: string; now: number }): Promise<string> {
  const target = join(wish.folder, backupName(wish.now));
  const partial = join(wish.folder, `.${backupName(wish.now)}.partial`);
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  try {
    await write({ db, dataDir }, { partial, ...wish });
    renameSync(partial, target);
    onDisk(wish.folder);
    return target;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

type Writing = { partial: string; folder: string; now: number };

async function write({ db, dataDir }: Source, { partial, folder, now }: Writing): Promise<void> {
  const copy = () => copyFiles(dataFiles(dataDir, folder), dataDir, join(partial, BACKUP_FILES));
  // Before and after: a file that goes meanwhile is in the first copy, one that comes with a row is in the second.
  copy();
  await writeDatabase({ db, dataDir }, join(partial, BACKUP_DATABASE));
  copy();
  const names = [BACKUP_DATABASE, ...dataFiles(join(partial, BACKUP_FILES)).map((path) => join(BACKUP_FILES, path))];
  const files: Record<string, string> = {};
  for (const name of names) {
    chmodSync(join(partial, name), 0o600);
    onDisk(join(partial, name));
    files[name] = await sumOf(join(partial, name));
  }
  writeManifest(partial, { format: 1, madeAt: now, engine: db.engine, files });
}

async function writeDatabase({ db, dataDir }: Source, target: string): Promise<void> {
  if (db.engine === "sqlite") return copySqlite(join(dataDir, DATABASE_FILE), target);
  const copy = openSqlite(target, { journal: "delete" });
  try {
    await migrate(copy);
    await copyRows(db, copy);
  } finally {
    await copy.close();
  }
}

function onDisk(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}
