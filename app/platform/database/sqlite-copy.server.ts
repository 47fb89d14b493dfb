import { once } from "node:events";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { Tell } from "#app/platform/database/copy-rows.server.ts";
import type { Dropped } from "#app/platform/database/without-indexes.server.ts";

/**
 * Copies a SQLite file in use, as of one instant, and checks the copy. Runs in a thread: on the main one, a copy of a
 * million rows would hold up every request for 608 ms.
 */
export async function copySqlite(file: string, target: string, tell: Tell = () => {}): Promise<void> {
  const timer = setInterval(() => tell("kB of the database", thousandsOf(target)), LOOK);
  await inThread(COPY, { file, target }, tell).finally(() => clearInterval(timer));
}

/** Makes the indexes of a filled file that nobody has open, and checks its references. In a thread, too. */
export function completeSqlite(file: string, dropped: readonly Dropped[], tell: Tell): Promise<void> {
  return inThread(COMPLETE, { file, folder: dirname(file), dropped }, tell);
}

async function inThread(work: string, workerData: unknown, tell: Tell): Promise<void> {
  const worker = new Worker(FIND_PROBLEM + work, { eval: true, workerData });
  let problem: string | null = "it ended early";
  worker.on("message", (said: { told: string } | { problem: string | null }) => {
    if ("told" in said) tell(said.told, 0);
    else problem = said.problem;
  });
  await once(worker, "exit");
  if (problem !== null) throw new Error(`The copy of the database failed: ${problem}`);
}

const LOOK = 500;

/** The size of a growing file in kB, in whole thousands. */
function thousandsOf(file: string): number {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return Math.floor(size / 1_000_000) * 1000;
}

// As text, because the bundle has no file for a thread to start from.
const FIND_PROBLEM = `
const { parentPort, workerData } = require("node:worker_threads");
const { DatabaseSync } = require("node:sqlite");
function tell(find) {
  let problem;
  try { problem = find(workerData); } catch (error) { problem = error.message; }
  parentPort.postMessage({ problem });
}
function orphansIn(made) {
  parentPort.postMessage({ told: "checking references" });
  for (const row of made.prepare("pragma foreign_key_check").iterate()) return "rows of " + row.table + " point at nothing";
  return null;
}
`;

const COPY = `
tell(({ file, target }) => {
  const source = new DatabaseSync(file, { timeout: 10000 });
  try { source.prepare("vacuum into ?").run(target); } finally { source.close(); }
  const made = new DatabaseSync(target, { readOnly: true });
  try {
    parentPort.postMessage({ told: "checking the copy" });
    const found = made.prepare("pragma quick_check").all().map((row) => row.quick_check);
    return found.join() === "ok" ? orphansIn(made) : found.join("; ");
  } finally { made.close(); }
});
`;

const COMPLETE = `
tell(({ file, folder, dropped }) => {
  const made = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    made.exec("pragma temp_store_directory = '" + folder.replaceAll("'", "''") + "'; pragma temp_store = file");
    made.exec("pragma cache_size = -32768");
    for (const { name, statement } of dropped) {
      parentPort.postMessage({ told: "sorting " + name });
      made.exec(statement);
    }
    return orphansIn(made);
  } finally { made.close(); }
});
`;

/**
 * Whether no other program has this SQLite file open. Also folds the write-ahead log into the file, so that the file
 * alone is the database.
 */
export function settleSqlite(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("pragma journal_mode = delete");
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return false;
    throw error;
  } finally {
    database.close();
  }
}
