import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { AppContext, Database } from "#app/platform/app-context.server.ts";
import { numberedName, partialName } from "#app/platform/backup/backup-name.ts";
import { writeErasureList } from "#app/platform/backup/erasure-list.server.ts";
import { abandoned, isDue, outdated } from "#app/platform/backup/retention.ts";
import { RELEASED_FILES } from "#app/platform/data-folder.server.ts";
import type { Tell } from "#app/platform/database/copy-rows.server.ts";
import { DATABASE_FILE } from "#app/platform/database/open.server.ts";
import { copyDatabase } from "#app/platform/database/snapshot.server.ts";
import { HEALTH_KEY_FILE, SEALING_KEY_FILE } from "#app/platform/encryption.server.ts";
import { listErasures } from "#app/platform/personal-data.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

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
  { onProgress = () => {}, ...input }: { folder: string; now: number; onProgress?: Tell; except?: readonly string[] },
): Promise<string> {
  const partial = join(input.folder, partialName(input.now, randomBytes(4).toString("hex")));
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  try {
    await write({ db, dataDir }, { partial, onProgress, ...input });
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

type Writing = { partial: string; folder: string; now: number; onProgress: Tell; except?: readonly string[] };

async function write(
  { db, dataDir }: Source,
  { partial, folder, now, onProgress, except = [] }: Writing,
): Promise<void> {
  const copy = () => copyFiles(dataFiles(dataDir, [folder, ...except]), dataDir, join(partial, BACKUP_FILES));
  // Copy before and after: the first has files deleted meanwhile, the second has those that came with new rows.
  copy();
  await copyDatabase({ db, dataDir }, join(partial, BACKUP_DATABASE), onProgress);
  copy();
  onProgress("checksums", 0);
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

const FILE = "manifest.json";

const manifest = z.object({
  format: z.literal(1),
  /** When the backup was begun, epoch ms UTC. */
  madeAt: z.number().int(),
  engine: z.enum(["sqlite", "postgres"]),
  files: z.record(z.string(), z.string()),
});

/** What a backup holds, written beside it: a folder without it is not a backup. */
export type Manifest = z.output<typeof manifest>;

function writeManifest(folder: string, made: Manifest): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
}

export async function readVerified(folder: string): Promise<Manifest> {
  const file = join(folder, FILE);
  if (!existsSync(file)) throw new Error(`${folder} is not a backup: it has no ${FILE}.`);
  const read = manifest.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!read.success) throw new Error(`${file} is damaged, or of a newer version.`);
  for (const [path, sum] of Object.entries(read.data.files)) {
    const stands = existsSync(join(folder, path)) && (await sumOf(join(folder, path))) === sum;
    if (!stands) throw new Error(`${join(folder, path)} is missing or damaged. Use another backup.`);
  }
  return read.data;
}

export async function sumOf(file: string): Promise<string> {
  const sum = createHash("sha256");
  await pipeline(createReadStream(file), sum);
  return sum.digest("hex");
}

const NOT_COPIED = [
  "backups",
  RELEASED_FILES,
  SEALING_KEY_FILE,
  HEALTH_KEY_FILE,
  ...["", "-wal", "-shm", "-journal"].map((suffix) => DATABASE_FILE + suffix),
];

/**
 * The files beside the database in the data folder (uploads, the secret), as relative paths, without the keys that open what is sealed.
 * `except`: folders that are not data, such as the backups.
 */
export function dataFiles(dataDir: string, except: readonly string[] = []): string[] {
  if (!existsSync(dataDir)) return [];
  const left = except.map((folder) => resolve(folder));
  return readdirSync(dataDir)
    .filter((name) => !NOT_COPIED.includes(name) && !name.startsWith("replaced-") && !name.startsWith("."))
    .filter((name) => !left.includes(resolve(dataDir, name)))
    .flatMap((name) => filesUnder(join(dataDir, name)))
    .map((path) => relative(dataDir, path));
}

/** Copies the files that the target does not have yet, sharing blocks if the file system can. */
export function copyFiles(paths: readonly string[], from: string, to: string): void {
  for (const path of paths) {
    const target = join(to, path);
    if (existsSync(target) || !existsSync(join(from, path))) continue;
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(join(from, path), target, constants.COPYFILE_FICLONE);
  }
}

function filesUnder(path: string): string[] {
  const found = statSync(path);
  if (found.isFile()) return [path];
  return found.isDirectory() ? readdirSync(path).flatMap((name) => filesUnder(join(path, name))) : [];
}
