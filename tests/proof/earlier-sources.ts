import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";

/** The sources of a commit in a folder of their own, without packages. Removed at the end, or before by `remove`. */
export function earlierSources(commit: string): { folder: string; remove: () => void } {
  const folder = join(mkdtempSync(join(tmpdir(), "limber-yard-earlier-")), "release");
  const remove = () => {
    process.off("exit", remove);
    spawnSync("git", ["worktree", "remove", "--force", folder], { cwd: root });
    rmSync(join(folder, ".."), { recursive: true, force: true });
  };
  process.once("exit", remove);
  git("worktree", "add", "--detach", folder, commit);
  return { folder, remove };
}

export function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Failure(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}
