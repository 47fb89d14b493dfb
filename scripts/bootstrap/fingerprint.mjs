import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * One hash over the names and contents of these files and folders (paths inside `folder`; a missing one counts as
 * empty). Contents, not times: a clone or a copy has new times.
 */
export function fingerprint(folder, paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesIn(folder, path)).sort()) {
    const content = readFileSync(join(folder, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

export function isStamped(stamp, value) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === value;
}

/** Stores a fingerprint for the next `isStamped`. */
export function writeStamp(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true });
  // A new file: the old one may be a hard link that another tree reads.
  writeFileSync(`${stamp}.new`, value);
  renameSync(`${stamp}.new`, stamp);
}

function filesIn(folder, path) {
  const full = join(folder, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => filesIn(folder, join(path, name)));
}
