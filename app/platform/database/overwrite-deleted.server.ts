import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import type { AppContext, Database } from "#app/platform/app-context.server.ts";
import { inFiles } from "#app/platform/database/open.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const HOUR = 3_600_000;
// A rewriting takes about 40 ms for each megabyte, and holds up every request on this thread and all writes.
const LARGE = 128 * 1024 * 1024;
const NIGHT_UTC = { from: 1, to: 5 };
const FAILED = "deleted data could not be overwritten yet";

type Where = Pick<AppContext, "db" | "log">;

/**
 * Removes erased data from SQLite's files by rewriting the file and truncating its log: rows that move between pages
 * leave copies that `secure_delete` misses. The deletion is already committed, so a failure is logged and retried
 * hourly; a large file waits for the night (decisions/0161). PostgreSQL has no equivalent (decisions/0161).
 */
export async function overwriteNow({ db, log }: Where, large = LARGE): Promise<void> {
  await attempt(log, async () => {
    await mark(db);
    await (isLarge(await fileOf(db), large) ? cutLog(db) : rewrite(db));
  });
}

/** The same within the hour, after other deletions: there may be a hundred in a row. */
export async function overwriteSoon({ db, log }: Where): Promise<void> {
  await attempt(log, async () => {
    await mark(db);
    await cutLog(db);
  });
}

/** Overwrites what is marked. A large file is rewritten in a thread, so that pages are still read meanwhile. */
export async function overwriteMarked(db: Database, large = LARGE): Promise<void> {
  if (db.engine !== "sqlite" || !(await isMarked(db))) return;
  const file = await fileOf(db);
  await (isLarge(file, large) ? rewriteInThread(file.path) : rewrite(db));
}

/** Overwrites what is marked, at the start and then hourly, in a large file at night. Returns a function that stops it. */
export function startOverwriting(app: AppContext): () => Promise<void> {
  const job = async () => {
    const hour = Math.floor(app.clock.now() / HOUR) % 24;
    const isNight = hour >= NIGHT_UTC.from && hour < NIGHT_UTC.to;
    if (isNight || !isLarge(await fileOf(app.db), LARGE)) await overwriteMarked(app.db);
  };
  return repeat(app, { every: HOUR, job, failed: FAILED });
}

async function attempt(log: Where["log"], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error }, FAILED);
  }
}

// The mark is in the file's header: it survives this process, and a copy of the rows does not carry it.
async function mark({ engine, kysely }: Database): Promise<void> {
  if (engine === "sqlite") await sql`pragma user_version = 1`.execute(kysely);
}

async function isMarked({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(kysely);
  return rows[0]?.user_version === 1;
}

type File = { path: string; bytes: number };

async function fileOf({ engine, kysely }: Database): Promise<File> {
  if (engine !== "sqlite") return { path: "", bytes: 0 };
  const found = sql<File>`select file as path, page_count * page_size as bytes
    from pragma_database_list, pragma_page_count, pragma_page_size where name = 'main'`;
  return (await found.execute(kysely)).rows[0] ?? { path: "", bytes: 0 };
}

const isLarge = ({ bytes }: File, large: number) => bytes > large;

async function rewriteInThread(path: string): Promise<void> {
  const worker = new Worker(REWRITE, { eval: true, workerData: path });
  await once(worker, "exit");
}

// As text, because the bundle has no file for a thread to start from. What it throws is thrown here, too.
const REWRITE = `
const { dirname } = require("node:path");
const { DatabaseSync } = require("node:sqlite");
const { workerData: file } = require("node:worker_threads");
const database = new DatabaseSync(file, { timeout: 10000 });
try {
  database.exec("pragma temp_store_directory = '" + dirname(file).replaceAll("'", "''") + "'; pragma temp_store = file");
  database.exec("pragma secure_delete = on; vacuum; pragma user_version = 0");
  database.exec("pragma wal_checkpoint(truncate)");
} finally { database.close(); }
`;

async function rewrite(db: Database): Promise<void> {
  if (db.engine !== "sqlite") return;
  // The copy that SQLite makes is as large as the database.
  await inFiles(db, {}, () => sql`vacuum`.execute(db.kysely));
  await sql`pragma user_version = 0`.execute(db.kysely);
  await cutLog(db);
}

async function cutLog({ engine, kysely }: Database): Promise<void> {
  if (engine === "sqlite") await sql`pragma wal_checkpoint(truncate)`.execute(kysely);
}
