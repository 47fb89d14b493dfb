import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { RELEASED_FILES } from "#app/platform/data-folder.server.ts";
import { DATABASE_FILE } from "#app/platform/database/open.server.ts";
import { SEALING_KEY_FILE } from "#app/platform/encryption.server.ts";

const NOT_COPIED = [
  "backups",
  RELEASED_FILES,
  SEALING_KEY_FILE,
  ...["", "-wal", "-shm", "-journal"].map((suffix) => DATABASE_FILE + suffix),
];

/**
 * The files beside the database in the data folder (uploads, the secret), as relative paths, without the sealing key.
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
