import { dirname } from "node:path";
import { sql } from "kysely";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";

const HOUR = 3_600_000;
const FAILED = "deleted data could not be overwritten yet";

type Where = Pick<AppContext, "db" | "log">;

/**
 * Removes erased data from SQLite's files by rewriting the file and truncating its log: rows that move between pages
 * leave copies that `secure_delete` misses. The deletion is already committed, so a failure is logged and retried
 * hourly. PostgreSQL has no equivalent (decisions/0161).
 */
export async function overwriteNow({ db, log }: Where): Promise<void> {
  await attempt(log, async () => {
    await mark(db);
    await rewrite(db);
  });
}

/** The same within the hour, after other deletions: there may be a hundred in a row. */
export async function overwriteSoon({ db, log }: Where): Promise<void> {
  await attempt(log, async () => {
    await mark(db);
    await cutLog(db);
  });
}

export async function overwriteMarked(db: Database): Promise<void> {
  if (db.engine === "sqlite" && (await isMarked(db))) await rewrite(db);
}

/** Overwrites what is marked, at the start and then hourly. Returns a function that stops it. */
export function startOverwriting(app: AppContext): () => Promise<void> {
  return repeat(app, { every: HOUR, job: () => overwriteMarked(app.db), failed: FAILED });
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

async function rewrite(db: Database): Promise<void> {
  if (db.engine !== "sqlite") return;
  await vacuum(db);
  await sql`pragma user_version = 0`.execute(db.kysely);
  await cutLog(db);
}

/** The copy that SQLite makes lies beside the file, without a name, and not in memory: it is as large as the database. */
async function vacuum({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(
    kysely,
  );
  const folder = dirname(rows[0]?.file ?? "");
  await sql`pragma temp_store_directory = ${sql.lit(folder)}`.execute(kysely);
  await sql`pragma temp_store = file`.execute(kysely);
  try {
    await sql`vacuum`.execute(kysely);
  } finally {
    await sql`pragma temp_store = memory`.execute(kysely);
  }
}

async function cutLog({ engine, kysely }: Database): Promise<void> {
  if (engine === "sqlite") await sql`pragma wal_checkpoint(truncate)`.execute(kysely);
}
