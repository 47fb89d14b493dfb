import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/bootstrap/project.mjs";
import { earlierSources, git } from "#tests/proof/earlier-sources.ts";

/** A folder with the sources of the release whose schema `migrations/released.json` tells, on today's packages. */
export function releasedSchema(): { folder: string; commit: string; remove: () => void } {
  const commit = git("log", "-1", "--format=%h", "--", "migrations/released.json");
  const { folder, remove } = earlierSources(commit);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, commit, remove };
}
