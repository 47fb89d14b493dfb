import type { DatabaseSync } from "node:sqlite";
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
import { limitedPlaces } from "#app/platform/concurrency-limit.ts";
import { groupCommit } from "#app/platform/database/group-commit.server.ts";
import { type SqliteConnection, sqliteConnection } from "#app/platform/database/sqlite-connection.server.ts";
import { type Trying, tryAgain } from "#app/platform/database/try-again.ts";

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
  // The driver lets one caller at a time hold the connection, and takes it from one who only waits for the disk.
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}
