import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";
import { earlierSources, git } from "#tests/proof/earlier-sources.ts";

/**
 * `env`: settings of its own, where it does not know those of today's tests. `drains`: whether it says that it is about to
 * close, before it does.
 */
export type Release = {
  folder: string;
  commit: string;
  env: Record<string, string>;
  drains: boolean;
  remove: () => void;
};

/**
 * The release before, built in a folder of its own: `commit`, or the last one whose migrations are not all of today's.
 * It runs on today's packages, or on its own where they differ.
 */
export function buildReleaseBefore(commit = git("log", "-1", "--format=%H^", "--", "migrations")): Release {
  const { folder, remove } = earlierSources(commit);
  if (git("diff", "--name-only", commit, "HEAD", "--", "package-lock.json") === "")
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  else {
    // Most packages are the same: links to today's save the time of loading them again.
    spawnSync("cp", ["-al", join(root, "node_modules"), folder]);
    must("npm", ["install", "--no-save", "--no-audit", "--no-fund"], folder);
  }
  must(pinnedNode, ["-e", "import('./scripts/bootstrap/build.mjs').then(({ build }) => build())"], folder);
  if (!existsSync(join(folder, "build", "server", "index.js"))) throw new Failure(`${commit} could not be built`);
  const settings = git("show", `${commit}:app/platform/config.server.ts`);
  const env: Record<string, string> = settings.includes('"catalogue"') ? {} : { DEMO: "on" };
  const drains = settings.includes("DRAIN_SECONDS");
  return { folder, commit: git("rev-parse", "--short", commit), env, drains, remove };
}

/** Which migrations today's release brings to the one before. */
export function migrationsSince(commit: string): string[] {
  const names = git("diff", "--name-only", "--diff-filter=A", commit, "HEAD", "--", "migrations").split("\n");
  return names.filter(Boolean).map((name) => name.replace(/^migrations\/|\.ts$/g, ""));
}

function must(command: string, args: string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Failure(`${command} ${args[0]} in the release before: ${error?.message ?? stderr}`);
}
