import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "vite";
import { OUTSIDE } from "#scripts/bootstrap/outside-bundle.ts";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import type { Place } from "#tests/proof/place.ts";

/** `folder`: of another release, with the program in it. */
type Step = { program: string; words: readonly string[]; env?: Record<string, string>; folder?: string };

const bundles = new Map<string, Promise<string>>();

/** The program as one file: most of a step would else be loading 1,500. */
function bundled(folder: string, program: string): Promise<string> {
  const key = join(folder, program);
  const made = bundles.get(key) ?? bundle(folder, program);
  bundles.set(key, made);
  return made;
}

async function bundle(folder: string, program: string): Promise<string> {
  // As deep below the root as `scripts/bootstrap`, by which programs find it.
  const outDir = join(folder, "node_modules", ".steps");
  const output = { entryFileNames: "[name].js" };
  await build({
    ...{ configFile: false, logLevel: "warn", root: folder },
    plugins: [{ name: "one-program", transform: (code, id) => (id.endsWith(program) ? null : notMain(code)) }],
    ssr: { noExternal: true, external: OUTSIDE },
    build: { ssr: program, outDir, emptyOutDir: false, copyPublicDir: false, rolldownOptions: { output } },
  });
  return join(outDir, `${basename(program, ".ts")}.js`);
}

/** In one file with another program nothing else is one. */
function notMain(code: string): string {
  return code.replaceAll("import.meta.main", "false");
}

/** Runs a program in a process that may kill itself, and returns what it printed until then. Throws if it fails otherwise. */
export async function runStep(
  place: Place,
  { program, words, env, folder = root }: Step,
): Promise<{ signal: string | null; said: string }> {
  const { PATH = "", HOME = "" } = process.env;
  const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), "limber-yard-compiled") };
  const child = spawn(pinnedNode, [await bundled(folder, program), ...words], {
    cwd: folder,
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
