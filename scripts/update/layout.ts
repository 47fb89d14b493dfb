import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { installedVersion } from "#app/maintenance/updates.server.ts";

/** Where releases lie: each in a folder of its own beside the others, and `current` is a link to one of them. */
export type Layout = {
  releases: string;
  current: string;
  /** The folder that `current` is a link to, and its version. */
  installed: string;
  version: string;
};

/** The layout around a release, or a sentence why this is none. */
export function readLayout(folder: string): Layout | string {
  const installed = realpathSync(folder);
  const releases = dirname(installed);
  const current = join(releases, "..", "current");
  if (basename(releases) !== "releases" || !existsSync(current))
    return `${installed} is not one of several releases, so it can’t be updated like this. See Updates in docs/operations.md.`;
  if (realpathSync(current) !== installed)
    return `${installed} is not the release in use: that is ${realpathSync(current)}. Run this in ${current}.`;
  return { releases, current, installed, version: installedVersion(installed) };
}

export function folderOf({ releases }: Layout, version: string): string {
  return join(releases, version);
}

/** In one step: at no moment is there no release. */
export function pointTo({ current }: Layout, folder: string): void {
  rmSync(`${current}.next`, { force: true });
  symlinkSync(folder, `${current}.next`);
  renameSync(`${current}.next`, current);
}

const LOCK = ".update-running";

/** False while another update runs; a killed one holds nothing back. */
export function takeLock({ releases }: Layout): boolean {
  const file = join(releases, LOCK);
  const holder = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (holder > 0 && isAlive(holder)) return false;
  rmSync(file, { force: true });
  const handle = openSync(file, "wx", 0o600);
  writeSync(handle, String(process.pid));
  closeSync(handle);
  return true;
}

export function giveLockBack({ releases }: Layout): void {
  rmSync(join(releases, LOCK), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
