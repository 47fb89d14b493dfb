import type { DatabaseSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { sqliteConnection } from "#app/platform/database/sqlite-connection.server.ts";
import { type Trying, tryAgain } from "#app/platform/database/try-again.ts";

/** Kysely over Node's built-in SQLite (decisions/0002). */
export function nodeSqliteDialect(database: DatabaseSync, trying: Trying): Dialect {
  return {
    createDriver: () => nodeSqliteDriver(database, trying),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function nodeSqliteDriver(database: DatabaseSync, trying: Trying): Driver {
  const connection = sqliteConnection(database);
  const patient: DatabaseConnection = {
    ...connection,
    executeQuery: (query) =>
      database.isTransaction ? connection.executeQuery(query) : tryAgain(() => connection.executeQuery(query), trying),
  };
  const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));

  return {
    async init() {},
    // Kysely itself lets one caller at a time hold it (the adapter says: one connection).
    async acquireConnection() {
      return patient;
    },
    async releaseConnection() {},
    // A deferred transaction that later writes fails at once with SQLITE_BUSY, whatever the timeout (measured).
    async beginTransaction() {
      await run("begin immediate");
    },
    async commitTransaction() {
      await run("commit");
    },
    // A full disk rolls back by itself; a second rollback would hide the real error.
    async rollbackTransaction() {
      if (database.isTransaction) await run("rollback");
    },
    async destroy() {
      if (database.isOpen) database.close();
    },
  };
}

// SQLite can roll back a create table; Kysely's adapter says it can't, and leaves failed migrations half done.
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}
