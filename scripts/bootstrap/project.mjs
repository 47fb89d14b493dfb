import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project, whatever the current one is. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The Node that the project pins: 26, whatever the machine has. */
export const pinnedNode = join(root, "node_modules", ".bin", "node");

/** The script behind a tool of ours, to be run by `pinnedNode`. */
export function tool(name) {
  return join(root, "node_modules", ".bin", name);
}

/** The first of these programs on PATH, or null. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable) ?? null;
}

/** Whether we may run this file. */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
