import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { World } from "#app/platform/world.server.ts";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";

/** What each process of a crowd is told: where the data is, what time it is, and what to do there. */
export type Errand = {
  where: { databaseUrl: string | null; dataDir: string };
  now: number;
  /** `book`: so many attempts at once for `start` with `therapist`. `open`: migrate and seed. */
  task: { kind: "book"; start: number; therapist: string | null; attempts: number } | { kind: "open" };
};

/** Where a world keeps its data, for another process to open. */
export function placeOf({ config }: World): Errand["where"] {
  return { databaseUrl: config.databaseUrl, dataDir: config.dataDir };
}

/**
 * Sends this many processes on one errand. All are ready before any begins. Resolves to what each reports, one word
 * per attempt; a process that fails fails the crowd.
 */
export async function sendCrowd(size: number, errand: Errand): Promise<string[][]> {
  const members = Array.from({ length: size }, () => startMember(errand));
  await Promise.all(members.map(({ ready }) => ready));
  for (const { begin } of members) begin();
  return Promise.all(members.map(({ report }) => report));
}

function startMember(errand: Errand) {
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
  return { ready: Promise.race([ready, report]), begin: () => child.stdin.end("go\n"), report };
}
