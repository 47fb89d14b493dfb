import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { RELEASED_FILES } from "#app/platform/data-folder.server.ts";
import { staticFiles } from "#app/platform/http/static-files.server.ts";

const KEPT_FOR = 30 * 86_400_000;
const LISTED_FOR = 1000;
const ASSETS = "assets";

type Place = { dataDir: string; clientFolder: string };

/**
 * Puts the bundle's files beside those of the releases before it, so that a page of one release finds its files at a
 * process of another: during an update, and in a tab that stayed open. What no start has brought for 30 days goes.
 */
export function keepAssets({ dataDir, clientFolder }: Place, now: number): void {
  const [from, kept] = [join(clientFolder, ASSETS), join(dataDir, RELEASED_FILES)];
  if (!existsSync(from)) return;
  mkdirSync(join(kept, ASSETS), { recursive: true, mode: 0o700 });
  for (const name of readdirSync(from)) {
    const target = join(kept, ASSETS, name);
    if (!existsSync(target)) {
      // Whole or not at all: another process may be reading.
      const half = join(kept, `${process.pid}-${name}`);
      copyFileSync(join(from, name), half, constants.COPYFILE_FICLONE);
      renameSync(half, target);
    }
    utimesSync(target, now / 1000, now / 1000);
  }
  for (const name of readdirSync(join(kept, ASSETS))) {
    const file = join(kept, ASSETS, name);
    if (statSync(file).mtimeMs < now - KEPT_FOR) rmSync(file, { force: true });
  }
}

/** Serves what other releases have put there. Listed anew at most once a second, and only for what is missed. */
export function keptAssets(dataDir: string): ReturnType<typeof staticFiles> {
  let listedAt = Number.NEGATIVE_INFINITY;
  let fileAt: ReturnType<typeof staticFiles> = async () => null;
  return (path, headers) => {
    if (!path.startsWith(`/${ASSETS}/`)) return Promise.resolve(null);
    if (performance.now() - listedAt > LISTED_FOR) {
      listedAt = performance.now();
      fileAt = staticFiles(join(dataDir, RELEASED_FILES));
    }
    return fileAt(path, headers);
  };
}
