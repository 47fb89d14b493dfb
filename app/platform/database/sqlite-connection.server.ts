import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from "kysely";
import { LRUCache } from "lru-cache";

const CACHED_STATEMENTS = 300;

/** Runs a statement once for each of many rows. */
type RunEach = (sql: string, rows: readonly unknown[][]) => void;
export type SqliteConnection = DatabaseConnection & { runEach: RunEach };

/** The same on whichever connection Kysely gives. */
export function runEach(connection: DatabaseConnection, sql: string, rows: readonly unknown[][]): void {
  (connection as SqliteConnection).runEach(sql, rows);
}

/** One connection over `node:sqlite` with a cache of prepared statements (2 µs a query instead of 14). */
export function sqliteConnection(database: DatabaseSync): SqliteConnection {
  const statements = new LRUCache<string, StatementSync>({
    max: CACHED_STATEMENTS,
    memoMethod: (sql) => database.prepare(sql),
  });

  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const statement = statements.memo(query.sql);
      const values = query.parameters.map(asSqliteValue);
      if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
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
      const statement = statements.memo(sql);
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
