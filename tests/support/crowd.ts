import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";

/** The task of each process: where the data is, what time it is, and what to do. */
export type Errand = {
  where: { databaseUrl: string | null; dataDir: string };
  now: number;
  /** `book`: this many simultaneous attempts for `start` with `therapist`. `open`: migrate and seed. `wait`: cancel these, offer what becomes free and answer. */
  task:
    | { kind: "wait"; cancel: readonly string[] }
    | { kind: "book"; start: number; therapist: string | null; attempts: number }
    | { kind: "open" };
};

export function placeOf({ config }: AppContext): Errand["where"] {
  return { databaseUrl: config.databaseUrl, dataDir: config.dataDir };
}

/**
 * Runs one task in this many processes. All are ready before any begins. Resolves to their reports, one word per
 * attempt; fails if any process fails.
 */
export async function sendCrowd(size: number, errand: Errand): Promise<string[][]> {
  const members = Array.from({ length: size }, () => startMember(errand));
  await Promise.all(members.map(({ ready }) => ready));
  for (const { begin } of members) begin();
  return Promise.all(members.map(({ report }) => report));
}

/** One process, to be begun, and killed if need be. */
export function startMember(errand: Errand) {
  const child = spawn(pinnedNode, ["tests/support/crowd-member.ts", JSON.stringify(errand)], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const said: string[] = [];
  const ended = once(child, "exit");
  const ready = new Promise<void>((resolve) => lines.once("line", () => resolve()));
  lines.on("line", (line) => said.push(line));
  const report = ended.then(([code]) => {
    if (code !== 0) throw new Error(`A member of the crowd ended with ${code}: ${said.join("\n")}`);
    return JSON.parse(said.at(-1) ?? "[]") as string[];
  });
  return { ready: Promise.race([ready, report]), begin: () => child.stdin.end("go\n"), report, child };
}
