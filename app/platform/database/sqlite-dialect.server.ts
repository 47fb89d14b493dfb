import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { LRUCache } from "lru-cache";
import type { Engine } from "#app/platform/app-context.server.ts";
import { groupCommit } from "#app/platform/database/group-commit.server.ts";
import { type Trying, tryAgain } from "#app/platform/database/try-again.ts";
import { limitedPlaces } from "#app/platform/limits.server.ts";

type Files = {
  database: DatabaseSync;
  /** The same file, to read what is committed while a transaction is open; null to wait for it. */
  reader: DatabaseSync | null;
};

/** Kysely over Node's built-in SQLite (decisions/0002). */
export function nodeSqliteDialect(files: Files, trying: Trying): Dialect {
  return {
    createDriver: () => nodeSqliteDriver(files, trying),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function nodeSqliteDriver({ database, reader }: Files, trying: Trying): Driver {
  const group = groupCommit(database, trying.now);
  const written = sqliteConnection(database);
  const committed = reader && sqliteConnection(reader);
  const turns = limitedPlaces(1, { mostWaiting: Number.POSITIVE_INFINITY });
  const holders = new WeakSet<DatabaseConnection>();
  const passOn = (connection: DatabaseConnection) => {
    if (holders.delete(connection)) turns.leave();
  };

  return {
    async init() {},
    async acquireConnection() {
      await turns.enter();
      const connection: SqliteConnection = { executeQuery, streamQuery, runEach: written.runEach };
      holders.add(connection);
      return connection;
    },
    async releaseConnection(connection) {
      passOn(connection);
    },
    // A deferred transaction that later writes fails at once with SQLITE_BUSY, whatever the timeout (measured).
    async beginTransaction() {
      group.begin();
    },
    // The next caller goes on meanwhile, perhaps to be committed with this one.
    async commitTransaction(connection) {
      const durable = group.end();
      passOn(connection);
      await durable;
    },
    async rollbackTransaction(connection) {
      if (holders.has(connection)) group.undo();
    },
    async destroy() {
      group.commit();
      // The last to close takes the log into the file, which a reader can't.
      if (reader?.isOpen) reader.close();
      if (database.isOpen) database.close();
    },
  };

  async function executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (group.isWithin()) return written.executeQuery<Row>(query);
    if (committed && group.isOpen() && SelectQueryNode.is(query.query)) {
      return tryAgain(() => committed.executeQuery<Row>(query), trying);
    }
    group.commit();
    if (database.isTransaction) return written.executeQuery<Row>(query);
    return tryAgain(() => written.executeQuery<Row>(query), trying);
  }

  function streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    if (!group.isWithin()) group.commit();
    return written.streamQuery<Row>(query, chunkSize);
  }
}

// SQLite can roll back a create table; Kysely's adapter says it can't, and leaves failed migrations half done.
class TransactionalSqliteAdapter extends SqliteAdapter {
  readonly engine: Engine = "sqlite";
  // The driver lets one caller at a time hold the connection, and takes it from one who only waits for the disk.
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}

const CACHED_STATEMENTS = 300;

/** Runs a statement once for each of many rows. */
type RunEach = (sql: string, rows: readonly unknown[][]) => void;
type SqliteConnection = DatabaseConnection & { runEach: RunEach };

/** The same on whichever connection Kysely gives. */
export function runEach(connection: DatabaseConnection, sql: string, rows: readonly unknown[][]): void {
  (connection as SqliteConnection).runEach(sql, rows);
}

/** `reads`: it answers with rows. Asked once: SQLite takes 44 µs to name forty columns. */
type Prepared = { statement: StatementSync; reads: boolean };

/** One connection over `node:sqlite` with a cache of prepared statements (2 µs a query instead of 14). */
function sqliteConnection(database: DatabaseSync): SqliteConnection {
  const statements = new LRUCache<string, Prepared>({
    max: CACHED_STATEMENTS,
    memoMethod: (sql) => {
      const statement = database.prepare(sql);
      return { statement, reads: statement.columns().length > 0 };
    },
  });

  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { statement, reads } = statements.memo(query.sql);
      const values = query.parameters.map(asSqliteValue);
      if (reads) return { rows: statement.all(...values) as Row[] };
      const { changes } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes) };
    },
    async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
      if (!SelectQueryNode.is(query.query)) throw new Error("Only a select can be streamed");
      let rows: Row[] = [];
      // Not from the cache: a cached statement could be run again while this one is still being read.
      for (const row of database.prepare(query.sql).iterate(...query.parameters.map(asSqliteValue))) {
        rows.push(row as Row);
        if (rows.length < chunkSize) continue;
        yield { rows };
        rows = [];
      }
      if (rows.length > 0) yield { rows };
    },
    runEach(sql, rows) {
      const { statement } = statements.memo(sql);
      for (const row of rows) statement.run(...row.map(asSqliteValue));
    },
  };
}

/** node:sqlite reads a lone object as named parameters and stores NULL, so only plain values may pass. */
function asSqliteValue(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "bigint")
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot hold a ${typeof value}`);
}
