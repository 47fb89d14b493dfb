import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Config } from "#app/platform/config.server.ts";
import type { Log } from "#app/platform/log.server.ts";

/** Below this many free bytes uploads are refused, so that bookings go on longest. */
export const LEAST_FREE = 500_000_000;

const FOLDER = 0o700;
const FILE = 0o600;
const OTHERS = 0o077;
const STICKY = 0o1000;

/** In the data folder: files for browsers of this release and of those before it. Not data. */
export const RELEASED_FILES = "released";

/** The error code of what only the person who starts the site can mend: its message is a sentence for them. */
export const CANNOT_START = "ERR_CANNOT_START";

/**
 * Creates the data folder if needed and closes it to other users of this machine: it holds names, numbers and the
 * secret. Throws a sentence if that can't be done.
 */
export function closeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER });
  // Windows has no such modes: the folder's access list decides there.
  if (process.platform === "win32") return;
  const { mode } = statSync(folder);
  if (mode & STICKY && mode & OTHERS) {
    throw refused(`${folder} is shared by everyone on this machine. Set DATA_DIR to a folder of the site's own.`);
  }
  close(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) close(join(folder, entry.name));
  }
}

/** Creates a file that only we can read before anything else does; SQLite gives the log beside it the same mode. */
export function makeClosedFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, "a", FILE));
}

function close(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & OTHERS) === 0) return;
  try {
    chmodSync(path, found.mode & 0o7777 & ~OTHERS);
  } catch {
    throw refused(
      `Others on this machine can read ${path}, and it belongs to another user. Close it (chmod go= "${path}"), or set DATA_DIR to a folder of the site's own.`,
    );
  }
}

function refused(sentence: string): Error {
  return Object.assign(new Error(sentence), { code: CANNOT_START });
}

const ADDRESS_FILE = "site-address";

/** Stores the site's current address beside the data: commands run without the server's PORT and PUBLIC_URL. */
export function noteSiteAddress({ dataDir, publicUrl }: Config, log: Log): void {
  try {
    closeDataFolder(dataDir);
    writeFileSync(join(dataDir, ADDRESS_FILE), `${publicUrl}\n`, { mode: 0o600 });
  } catch (err) {
    // Only a convenience: a site that needs no data folder runs without it.
    log.debug({ err }, "the site's address could not be noted");
  }
}

/** The site's address: from this command's own settings, else where the server of this data last opened. */
export function getSiteAddress({ dataDir, publicUrl, publicUrlGiven }: Config): string {
  if (publicUrlGiven) return publicUrl;
  try {
    return new URL(readFileSync(join(dataDir, ADDRESS_FILE), "utf8").trim()).origin;
  } catch {
    // No server has been started here yet.
    return publicUrl;
  }
}
