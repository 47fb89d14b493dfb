import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { numberedName, partialName } from "#app/platform/backup/backup-name.ts";
import { copyFiles, dataFiles } from "#app/platform/backup/data-files.server.ts";
import { writeErasureList } from "#app/platform/backup/erasure-list.server.ts";
import { sumOf, writeManifest } from "#app/platform/backup/manifest.server.ts";
import type { Tell } from "#app/platform/database/copy-rows.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { copyDatabase } from "#app/platform/database/snapshot.server.ts";
import { listErasures } from "#app/platform/erasures.server.ts";

/** The contents of a backup: the database, always as SQLite, and the files of the data folder. */
export const BACKUP_DATABASE = "database.db";
export const BACKUP_FILES = "files";

const TAKEN = ["ENOTEMPTY", "EEXIST"];

type Source = { db: Database; dataDir: string };

/**
 * Makes a backup in `folder` while the site runs: the database as of one instant, and the files beside it. Renames it
 * to its final name once it is complete and on disk. Returns its folder. `except`: other folders that are not data.
 */
export async function makeBackup(
  { db, dataDir }: Source,
  { tell = () => {}, ...input }: { folder: string; now: number; tell?: Tell; except?: readonly string[] },
): Promise<string> {
  const partial = join(input.folder, partialName(input.now, randomBytes(4).toString("hex")));
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  try {
    await write({ db, dataDir }, { partial, tell, ...input });
    writeErasureList(input.folder, await listErasures(db.kysely));
    const target = finished(partial, input);
    await onDisk(input.folder);
    return target;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Gives a complete backup its name: a numbered one if another server used the same second. */
function finished(partial: string, { folder, now }: { folder: string; now: number }): string {
  for (let number = 1; ; number++) {
    const target = join(folder, numberedName(now, number));
    try {
      renameSync(partial, target);
      return target;
    } catch (error) {
      if (!TAKEN.includes((error as { code?: string }).code ?? "")) throw error;
    }
  }
}

type Writing = { partial: string; folder: string; now: number; tell: Tell; except?: readonly string[] };

async function write({ db, dataDir }: Source, { partial, folder, now, tell, except = [] }: Writing): Promise<void> {
  const copy = () => copyFiles(dataFiles(dataDir, [folder, ...except]), dataDir, join(partial, BACKUP_FILES));
  // Copy before and after: the first has files deleted meanwhile, the second has those that came with new rows.
  copy();
  await copyDatabase({ db, dataDir }, join(partial, BACKUP_DATABASE), tell);
  copy();
  tell("checksums", 0);
  const names = [BACKUP_DATABASE, ...dataFiles(join(partial, BACKUP_FILES)).map((path) => join(BACKUP_FILES, path))];
  const files: Record<string, string> = {};
  for (const name of names) {
    chmodSync(join(partial, name), 0o600);
    await onDisk(join(partial, name));
    files[name] = await sumOf(join(partial, name));
  }
  writeManifest(partial, { format: 1, madeAt: now, engine: db.engine, files });
}

/** Waits for the disk without holding up the site: a large file takes it seconds. */
async function onDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
