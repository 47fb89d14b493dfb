import { once } from "node:events";
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { Tell } from "#app/platform/database/copy-rows.server.ts";

/**
 * Copies a SQLite file in use, as of one instant, and checks the copy. Runs in a thread: on the main one, a copy of a
 * million rows would hold up every request for 608 ms.
 */
export async function copySqlite(file: string, target: string, tell: Tell = () => {}): Promise<void> {
  const worker = new Worker(COPY, { eval: true, workerData: { file, target } });
  const timer = setInterval(() => tell("kB of the database", thousandsOf(target)), LOOK);
  const ended = Promise.all([once(worker, "message"), once(worker, "exit")]);
  const [[problem]] = await ended.finally(() => clearInterval(timer));
  if (problem !== null) throw new Error(`The copy of the database failed: ${problem}`);
}

const LOOK = 500;

/** The size of a growing file in kB, in whole thousands. */
function thousandsOf(file: string): number {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return Math.floor(size / 1_000_000) * 1000;
}

// As text, because the bundle has no file for a thread to start from.
const COPY = `
const { parentPort, workerData } = require("node:worker_threads");
const { DatabaseSync } = require("node:sqlite");
function copy({ file, target }) {
  const source = new DatabaseSync(file, { timeout: 10000 });
  try { source.prepare("vacuum into ?").run(target); } finally { source.close(); }
  const made = new DatabaseSync(target, { readOnly: true });
  try {
    const found = made.prepare("pragma quick_check").all().map((row) => row.quick_check);
    const orphans = made.prepare("pragma foreign_key_check").all().length;
    if (found.join() !== "ok") return found.join("; ");
    return orphans === 0 ? null : orphans + " rows point at nothing";
  } finally { made.close(); }
}
let problem;
try { problem = copy(workerData); } catch (error) { problem = error.message; }
parentPort.postMessage(problem);
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
