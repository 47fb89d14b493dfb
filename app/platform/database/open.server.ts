import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { HandleEmptyInListsPlugin, Kysely, PostgresDialect, replaceWithNoncontingentExpression } from "kysely";
import pg from "pg";
import { closeDataFolder, makeClosedFile } from "#app/platform/data-folder.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { nodeSqliteDialect } from "#app/platform/database/sqlite-dialect.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Log } from "#app/platform/log.server.ts";

const BIGINT_OID = 20;
const NUMERIC_OID = 1700;
// A statement that hangs must not hold one of the ten connections for ever.
const STATEMENT_TIMEOUT = 30_000;

export const DATABASE_FILE = "limber-yard.db";

/** Opens PostgreSQL if an address is given, else the SQLite file in the data folder (created if missing). */
export function openDatabase(where: { databaseUrl: string | null; dataDir: string }, log: Log): Database {
  if (where.databaseUrl) return openPostgres(where.databaseUrl, log);
  closeDataFolder(where.dataDir);
  return openSqlite(join(where.dataDir, DATABASE_FILE));
}

/**
 * Opens SQLite with WAL, an fsync at each commit, and foreign keys. `delete` writes no log beside the file: for a
 * copy that will be moved.
 */
export function openSqlite(file: string, { journal = "wal" }: { journal?: "wal" | "delete" } = {}): Database {
  makeClosedFile(file);
  // The timeout blocks this thread while it waits, so it is short.
  const database = new DatabaseSync(file, { timeout: 2000, enableForeignKeyConstraints: true });
  database.exec(`pragma journal_mode = ${journal}; pragma synchronous = full; pragma temp_store = memory;`);
  // Overwrites deleted data with zeros.
  database.exec("pragma secure_delete = on");
  const kysely = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
  return { engine: "sqlite", kysely, close: () => kysely.destroy() };
}

function openPostgres(url: string, log: Log): Database {
  // Epoch milliseconds and counts fit a double exactly; pg would return them as text.
  pg.types.setTypeParser(BIGINT_OID, Number);
  pg.types.setTypeParser(NUMERIC_OID, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: STATEMENT_TIMEOUT,
  });
  // Without both handlers a stopped PostgreSQL ends this process (an open transaction has its own client).
  const onError = (error: Error) => log.warn({ code: (error as { code?: string }).code }, "database connection lost");
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  // SQLite accepts `in ()` and finds nothing; PostgreSQL reports a syntax error.
  const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [emptyLists] });
  return { engine: "postgres", kysely, close: () => kysely.destroy() };
}
