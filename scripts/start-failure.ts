import { resolve, sep } from "node:path";
import type { Config } from "#app/platform/config.server.ts";
import { CANNOT_START } from "#app/platform/data-folder.server.ts";

type Told = Error & { code?: string; syscall?: string; path?: string; hostname?: string; errcode?: number };

const NO_SERVER = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"];
const NOT_LET_IN = ["28P01", "28000"];
const NO_DATABASE = "3D000";
// What a disk or its owner refuses; a missing file may be a fault of ours.
const NOT_OURS = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR", "EISDIR", "EEXIST"];
// SQLite's codes for a file that can't be read or written, or is none of its own; all others are faults of ours.
const BAD_FILE = [3, 5, 8, 10, 11, 13, 14, 23, 26];

/**
 * Resolves to the value of the work. A failure with an external cause prints one sentence and exits with 1; any other is
 * thrown with its stack.
 */
export async function orExplain<T>(work: () => T | Promise<T>, config: Config): Promise<T> {
  try {
    return await work();
  } catch (error) {
    explainAndEnd(error as Error, config);
  }
}

/** Prints the sentence and ends with 1, or throws what has none. */
export function explainAndEnd(error: Error, config: Config): never {
  const sentence = startFailure(error, config);
  if (sentence === null) throw error;
  console.error(sentence);
  process.exit(1);
}

/** The reason and the remedy; null when the reason is unknown. */
export function startFailure(error: Told, config: Pick<Config, "port" | "host" | "dataDir" | "databaseUrl">) {
  if (error.code === CANNOT_START) return error.message;
  if (error.syscall === "listen" || isHost(error, config)) return listenFailure(error, config);
  const { dataDir } = config;
  if (error.path !== undefined && isInside(error.path, dataDir)) {
    return `The data folder ${dataDir} can't be read or written (${error.code}). Set DATA_DIR to a folder that this user may read and write.`;
  }
  if (error.path !== undefined && NOT_OURS.includes(error.code ?? "")) {
    return `${error.path} can't be read or written (${error.code}).`;
  }
  if (config.databaseUrl) return postgresFailure(error, new URL(config.databaseUrl));
  if (error.code === "ERR_SQLITE_ERROR" && BAD_FILE.includes((error.errcode ?? 0) & 0xff)) {
    return `The database in ${dataDir} can't be opened: ${error.message}. Restore a backup, or set DATA_DIR to another folder.`;
  }
  return null;
}

function isHost({ syscall, hostname }: Told, { host }: Pick<Config, "host">): boolean {
  return syscall === "getaddrinfo" && hostname === host;
}

function isInside(path: string, folder: string): boolean {
  const [inner, outer] = [resolve(path), resolve(folder)];
  return inner === outer || inner.startsWith(outer + sep);
}

function listenFailure({ code, message }: Told, { port, host }: Pick<Config, "port" | "host">): string {
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use. Stop the other program, or use another port: PORT=${port + 1} npm start`;
  }
  if (code === "EACCES")
    return `Port ${port} may not be opened by this user. Choose one above 1023, such as PORT=3000.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `HOST is ${host}, which is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`;
  }
  return `Could not listen on ${host}, port ${port}: ${message}`;
}

// The address without its user and password.
function postgresFailure({ code = "", message }: Told, { host, pathname }: URL): string | null {
  const refused = /unsupported startup parameter: (\w+)/.exec(message)?.[1];
  if (refused) {
    return `The pooler at ${host} refuses ${refused}. Put this into its pgbouncer.ini: ignore_startup_parameters = ${refused}`;
  }
  if (NO_SERVER.includes(code)) {
    return `No PostgreSQL answers at ${host} (${code}). Start it or correct DATABASE_URL; without one the site uses SQLite.`;
  }
  if (NOT_LET_IN.includes(code)) return `PostgreSQL at ${host} refused the user or password in DATABASE_URL.`;
  if (code === NO_DATABASE) {
    return `PostgreSQL at ${host} has no database called ${pathname.slice(1)}. Make it: createdb ${pathname.slice(1)}`;
  }
  return null;
}
