import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { backUpIfDue } from "#app/maintenance/backups.jobs.server.ts";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import { backUpInto, practiceIn } from "#tests/proof/recovery/practice.ts";
import type { Table } from "#tests/proof/report.ts";
import { type Installation, makeInstallation } from "#tests/support/releases.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { talliesOf } from "#tests/support/tallies.ts";

const LOADER = ["--import", join(root, "scripts/bootstrap/tsx.mjs")];

/** Restores and updates that are killed (SIGKILL) at each step that they tell of, and are then run again. */
export async function kills(folder: string, broken: string[]): Promise<Table> {
  const rows = [...(await killedRestores(folder, broken)), ...(await killedUpdates(folder, broken))];
  return {
    title: "Killed at every step",
    note: "SIGKILL as soon as the step is told. Then the same command again: it must do all of it, the data must be whole, and nothing half done may be left.",
    columns: ["command", "killed while", "after it", "again"],
    rows,
  };
}

async function killedRestores(folder: string, broken: string[]): Promise<string[][]> {
  const [dataDir, place] = [mkdtempSync(join(folder, "killed-")), mkdtempSync(join(folder, "killed-kept-"))];
  const app = await practiceIn(dataDir);
  const words = await backUpInto(app, place);
  await backUpIfDue(app);
  const { appointments } = await talliesOf(app.db);
  await app.db.close();
  const rows: string[][] = [];
  const steps = ["fetching", "opening it", "checking the backup", "copying it", "bringing its schema"];
  for (const step of steps) {
    const target = mkdtempSync(join(folder, "target-"));
    cpSync(dataDir, target, { recursive: true });
    const env = { DATA_DIR: target, LOG_LEVEL: "silent" };
    const args = ["scripts/restore.ts", "--from", place];
    await killedAt(step, { args, env, cwd: root, typed: `${words.join(" ")}\n` });
    const between = await practiceIn(target, { isNew: false });
    const isWhole = JSON.stringify((await talliesOf(between.db)).appointments) === JSON.stringify(appointments);
    await between.db.close();
    const again = await runProgram(args, env, `${words.join(" ")}\n`);
    if (!isWhole || again.code !== 0) broken.push(`a restore killed while ${step}: ${again.errors}`);
    rows.push([
      "npm run restore",
      step,
      isWhole ? "the data of before" : "no data",
      again.code === 0 ? "restored" : "failed",
    ]);
    rmSync(target, { recursive: true });
  }
  return rows;
}

async function killedUpdates(folder: string, broken: string[]): Promise<string[][]> {
  const rows: string[][] = [];
  const steps = ["making a backup", "unpacking", "installing", "building", "trying it", "stopping", "switching"];
  for (const step of steps) {
    const site = await makeInstallation(mkdtempSync(join(folder, "killed-update-")));
    try {
      await site.systemctl("start");
      const manifest = await site.pack("9.0.0");
      await killedAt(step, { args: ["scripts/update.ts", manifest], env: site.env, cwd: site.current() });
      const at = basename(site.current());
      // What an update leaves running when it is killed ends by itself; the unit starts the site again.
      const again = await site.update(manifest);
      const isUp = await isReady(site);
      // Killed after the switch, the second run is that of the new release, and finishes the first.
      const isDone = basename(site.current()) === "9.0.0" && isUp && again.code === 0;
      if (!isDone) broken.push(`an update killed while ${step}: ${again.errors}`);
      const left = readdirSync(site.dataDir).filter((name) => name.startsWith(".update-running"));
      rows.push(["npm run update", step, `${at} in use`, isDone && left.length === 0 ? "updated, ready" : "failed"]);
    } finally {
      await site.systemctl("stop");
      rmSync(site.home, { recursive: true, force: true });
    }
  }
  return rows;
}

async function isReady(site: Installation): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${site.url}/readyz`).catch(() => null);
    if (answer?.ok) return true;
    await sleep(100);
  }
  return false;
}

type Killing = { args: string[]; env: Record<string, string>; cwd: string; typed?: string };

/** Kills the command, and all that it started, when it tells of this step. */
async function killedAt(step: string, { args, env, cwd, typed = "" }: Killing): Promise<void> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(pinnedNode, [...LOADER, ...args], { cwd, env: { PATH, HOME, ...env }, detached: true });
  child.stdin?.on("error", () => {}).end(typed);
  child.stdout?.resume();
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
    if (!line.includes(step)) continue;
    process.kill(-(child.pid ?? 0), "SIGKILL");
    break;
  }
  await ended;
}
