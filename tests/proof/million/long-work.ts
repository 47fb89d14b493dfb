import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import { peakMemoryOf, processorTimeOf } from "#tests/proof/million/processor-time.ts";

/** What a long command took. `told`: the lines in which it said how far it was. */
export type Work = { name: string; seconds: number; cpu: number; peak: number; told: number; output: string };

const LOOK = 100;

/** Runs one of the site's commands and watches its memory. */
export async function work(name: string, args: string[], env: Record<string, string>): Promise<Work> {
  const { PATH = "", HOME = "" } = process.env;
  const begun = performance.now();
  const child = spawn(pinnedNode, args, { cwd: root, env: { PATH, HOME, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const seen = { peak: 0, cpu: 0 };
  const timer = setInterval(() => {
    const site = child.pid ?? 0;
    seen.peak = Math.max(seen.peak, peakMemoryOf(site));
    seen.cpu = Math.max(seen.cpu, processorTimeOf({ site, postmaster: null }));
  }, LOOK);
  const output: string[] = [];
  const told: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => output.push(line));
  createInterface({ input: child.stderr }).on("line", (line) => told.push(line));
  const [code] = await once(child, "close");
  clearInterval(timer);
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${told.slice(-5).join("\n")}`);
  const seconds = (performance.now() - begun) / 1000;
  return { name, seconds, cpu: seen.cpu / 1000, peak: seen.peak, told: told.length, output: output.join("\n") };
}
