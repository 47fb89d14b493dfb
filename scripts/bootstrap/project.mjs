import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The pinned Node, 26, whatever the machine has. */
export const pinnedNode = join(root, "node_modules", ".bin", "node");

/** The script of an installed tool, to run with `pinnedNode`. */
export function tool(name) {
  return join(root, "node_modules", ".bin", name);
}

/** The first of these programs on PATH, or null. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable) ?? null;
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
