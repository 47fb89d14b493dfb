import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { HandleEmptyInListsPlugin, replaceWithNoncontingentExpression, sql } from "kysely";
import pg from "pg";
import type { Database } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { closeDataFolder, makeClosedFile } from "#app/platform/data-folder.server.ts";
import { PatientKysely } from "#app/platform/database/patient-kysely.server.ts";
import {
  mustWrite,
  PatientPostgresDialect,
  settle,
  watchConnection,
} from "#app/platform/database/postgres-dialect.server.ts";
import { nodeSqliteDialect } from "#app/platform/database/sqlite-dialect.server.ts";
import type { Patience, Trying } from "#app/platform/database/try-again.ts";
import type { Log } from "#app/platform/log.server.ts";

const BIGINT_OID = 20;
const NUMERIC_OID = 1700;
// A statement that hangs must not hold one of the ten connections for ever.
const STATEMENT_TIMEOUT = 30_000;

// SQLite waits by blocking this thread, so it waits shortly, and work is tried again in between; at the start longer.
const SQLITE_WAIT = { start: 2000, open: 200 };
const PATIENCE: Record<Database["engine"], Patience> = {
  sqlite: { tries: 40, within: 4000 },
  postgres: { tries: 20, within: 10_000 },
};

// A replica that does not answer must not make visitors wait: the primary is asked then.
const PRIMARY = { connectionTimeoutMillis: 5000, statement_timeout: STATEMENT_TIMEOUT, onConnect: mustWrite };
const REPLICA = { connectionTimeoutMillis: 1000, statement_timeout: 3000, onConnect: settle };

export const DATABASE_FILE = "limber-yard.db";

export type Tries = Partial<Omit<Trying, "conflicts">>;

/**
 * Opens PostgreSQL if an address is given, else the SQLite file in the data folder (created if missing). `tries`: how
 * what crossed somebody else's work is done again.
 */
export function openDatabase(
  where: { databaseUrl: string | null; databaseReadUrl?: string | null; dataDir: string },
  log: Log,
  tries: Tries = {},
): Database {
  const { databaseUrl, databaseReadUrl } = where;
  if (databaseUrl) {
    const primary = openPostgres(databaseUrl, { log, tries, limits: PRIMARY });
    return databaseReadUrl ? withReplica(primary, databaseReadUrl, log) : primary;
  }
  closeDataFolder(where.dataDir);
  return openSqlite(join(where.dataDir, DATABASE_FILE), tries);
}

/**
 * Opens SQLite with WAL, an fsync at each commit, and foreign keys. `delete` writes no log beside the file: for a
 * copy that will be moved.
 */
export function openSqlite(
  file: string,
  { journal = "wal", ...tries }: Tries & { journal?: "wal" | "delete" } = {},
): Database {
  makeClosedFile(file);
  const database = new DatabaseSync(file, { timeout: SQLITE_WAIT.start, enableForeignKeyConstraints: true });
  database.exec(`pragma journal_mode = ${journal}; pragma synchronous = full; pragma temp_store = memory;`);
  // Four times SQLite’s own: a page that many bookings change is copied to the file once, 5 % of a booking.
  database.exec("pragma wal_autocheckpoint = 4000");
  // Overwrites deleted data with zeros.
  database.exec("pragma secure_delete = on");
  database.exec(`pragma busy_timeout = ${SQLITE_WAIT.open}`);
  const trying = tryingOn("sqlite", tries);
  const files = { database, reader: journal === "wal" ? openReader(file) : null };
  const kysely = new PatientKysely({ dialect: nodeSqliteDialect(files, trying), trying });
  return { ...opened("sqlite", kysely, trying), written: files.reader ? writtenTo(files.reader) : () => null };
}

// What this connection wrote itself would not count, and it writes nothing.
function writtenTo(reader: DatabaseSync): () => number | null {
  const version = reader.prepare("pragma data_version");
  return () => {
    try {
      return Number(version.get()?.data_version);
    } catch {
      // The page's own statements fail next, and say it as every page does.
      return null;
    }
  };
}

function openReader(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { timeout: SQLITE_WAIT.open });
  reader.exec("pragma query_only = on; pragma temp_store = memory");
  return reader;
}

function withReplica(primary: Database, url: string, log: Log): Database {
  const replica = openPostgres(url, { log, tries: { patience: { tries: 1, within: 0 } }, limits: REPLICA });
  const close = async () => {
    await replica.close();
    await primary.close();
  };
  return { ...primary, replica, close };
}

type Opening = { log: Log; tries: Tries; limits: typeof PRIMARY | typeof REPLICA };

function openPostgres(url: string, { log, tries, limits }: Opening): Database {
  // Epoch milliseconds and counts fit a double exactly; pg would return them as text.
  pg.types.setTypeParser(BIGINT_OID, Number);
  pg.types.setTypeParser(NUMERIC_OID, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...limits,
  });
  // Without both handlers a stopped PostgreSQL ends this process (an open transaction has its own client).
  const onError = (error: Error) => log.warn({ code: (error as { code?: string }).code }, "database connection lost");
  pool.on("error", onError);
  pool.on("connect", (client) => {
    client.on("error", onError);
    watchConnection(client);
  });
  // SQLite accepts `in ()` and finds nothing; PostgreSQL reports a syntax error.
  const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });
  const trying = tryingOn("postgres", tries);
  const dialect = new PatientPostgresDialect(pool, trying);
  const kysely = new PatientKysely({ dialect, plugins: [emptyLists], trying, metOn: dialect.metOn });
  return opened("postgres", kysely, trying);
}

function opened(engine: Database["engine"], kysely: PatientKysely, { conflicts }: Trying): Database {
  return {
    engine,
    kysely,
    conflicts,
    statements: kysely.statements,
    written: () => null,
    replica: null,
    close: () => kysely.destroy(),
  };
}

function tryingOn(engine: Database["engine"], tries: Tries): Trying {
  const usual = { patience: PATIENCE[engine], now: systemClock.now, random: Math.random, pause };
  return { ...usual, ...tries, conflicts: { retried: 0, givenUp: 0 } };
}

const CACHE_KB = 2000;

/**
 * Lets SQLite sort and copy in files beside the database, without names, and not in memory (decisions/0161). `work`
 * begins its own transactions. `cacheKb`: what of the database, and to sort in, may be in memory meanwhile.
 */
export async function inFiles<Done>(
  { engine, kysely }: Database,
  { cacheKb = CACHE_KB }: { cacheKb?: number },
  work: () => Promise<Done>,
): Promise<Done> {
  if (engine !== "sqlite") return work();
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(
    kysely,
  );
  await sql`pragma temp_store_directory = ${sql.lit(dirname(rows[0]?.file ?? ""))}`.execute(kysely);
  await sql`pragma temp_store = file`.execute(kysely);
  await sql`pragma cache_size = ${sql.lit(-cacheKb)}`.execute(kysely);
  try {
    return await work();
  } finally {
    await sql`pragma cache_size = ${sql.lit(-CACHE_KB)}`.execute(kysely);
    await sql`pragma temp_store = memory`.execute(kysely);
  }
}
