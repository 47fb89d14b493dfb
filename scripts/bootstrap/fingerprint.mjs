import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * One hash over the names and contents of these files and folders (paths inside `folder`; a missing one
 * counts as empty). Contents and not times: a clone, a checkout and a copied tree have new times.
 */
export function fingerprint(folder, paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesIn(folder, path)).sort()) {
    const content = readFileSync(join(folder, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Whether this stamp file holds this fingerprint. */
export function isStamped(stamp, value) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === value;
}

/** Keeps a fingerprint for the next `isStamped`. */
export function writeStamp(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, value);
}

function filesIn(folder, path) {
  const full = join(folder, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => filesIn(folder, join(path, name)));
}
