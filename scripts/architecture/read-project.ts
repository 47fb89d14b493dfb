import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PICTURE } from "#scripts/architecture/rooms-picture.ts";
import { root } from "#scripts/bootstrap/project.mjs";

const READ = /\.(ts|tsx|mjs|mts|js|css|md|json)$/;

/** Every file of the project by its path from the root. */
export function readProject(): Record<string, string> {
  const files: Record<string, string> = {};
  const loose = readdirSync(root).filter((name) => /(\.config\.ts|\.md|^package\.json)$/.test(name));
  for (const path of [...loose, ...["app", "docs", "migrations", "scripts", "tests"].flatMap(filesIn)]) {
    // Pictures and fonts have no text to read, but their names count.
    files[path] = READ.test(path) || path === PICTURE ? readFileSync(join(root, path), "utf8") : "";
  }
  return files;
}

function filesIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/"));
}
