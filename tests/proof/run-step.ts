import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import type { Place } from "#tests/proof/place.ts";

type Step = { program: string; words: readonly string[]; env?: Record<string, string> };

/** Runs a program in a process that may kill itself, and returns what it printed until then. Throws if it fails otherwise. */
export async function runStep(
  place: Place,
  { program, words, env }: Step,
): Promise<{ signal: string | null; said: string }> {
  const { PATH = "", HOME = "" } = process.env;
  // Most of a step is loading it.
  const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), "limber-yard-compiled") };
  const child = spawn(pinnedNode, ["--import", "./scripts/bootstrap/tsx.mjs", program, ...words], {
    cwd: root,
    env: { PATH, HOME, LOG_LEVEL: "silent", ...compiled, ...place.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (part) => {
    said += part;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`${words.join(" ")} ended with ${code ?? signal}`);
  return { signal, said: said.trim() };
}
