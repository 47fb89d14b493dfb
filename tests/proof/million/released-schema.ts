import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";

/** A folder with the sources of the release whose schema `migrations/released.json` tells, on today's packages. */
export function releasedSchema(): { folder: string; commit: string; remove: () => void } {
  const commit = git("log", "-1", "--format=%h", "--", "migrations/released.json");
  const folder = join(mkdtempSync(join(tmpdir(), "limber-yard-released-")), "release");
  const remove = () => {
    process.off("exit", remove);
    spawnSync("git", ["worktree", "remove", "--force", folder], { cwd: root });
    rmSync(join(folder, ".."), { recursive: true, force: true });
  };
  process.once("exit", remove);
  git("worktree", "add", "--detach", folder, commit);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, commit, remove };
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Failure(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}
