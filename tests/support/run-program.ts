import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";

export type Run = { code: number | null; output: string; errors: string };

/** Runs one of our scripts with the given environment only. `typed`: what a person types. */
export async function runProgram(
  args: string[],
  env: Record<string, string> = {},
  typed = "",
  cwd = root,
): Promise<Run> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(pinnedNode, ["--import", join(root, "scripts/bootstrap/tsx.mjs"), ...args], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {}).end(typed);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: code as number | null, output, errors };
}
