import { type Kysely, sql } from "kysely";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Engine } from "#app/platform/database/engine.ts";

/** A row of any table, copied and compared without knowing what it means. */
export type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;
type TableShape = { name: string; columns: { name: string; type: string }[] };

const BATCH = 500;
// Pictures and films are large: only a few of their rows should be in memory at once.
const BATCH_BYTES = 4 * 1024 * 1024;
const FIRST_BATCH = 16;
// SQLite takes 32,766 values in one statement.
const MOST_VALUES = 30_000;

// PostgreSQL makes its rows itself, from those of another.
const DERIVED = ["client_pieces"];

export async function shapesOf(db: Queries): Promise<TableShape[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ isView, name }) => !isView && !name.startsWith("sqlite_") && !DERIVED.includes(name))
    .map(({ name, columns }) => ({ name, columns: columns.map((c) => ({ name: c.name, type: c.dataType })) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A table's rows in batches, never all in memory. On PostgreSQL inside a transaction only (it uses a cursor). */
export async function* batchesOf(db: Queries, engine: Engine, table: string): AsyncGenerator<Row[]> {
  if (engine === "postgres") yield* fetched(db, table);
  else yield* streamed(db, table);
}

export async function insertRows(db: Queries, table: string, rows: readonly Row[]): Promise<void> {
  const width = Math.max(1, Object.keys(rows[0] ?? {}).length);
  const most = Math.floor(MOST_VALUES / width);
  for (let at = 0; at < rows.length; at += most) {
    await anyTables(db)
      .insertInto(table)
      .values(rows.slice(at, at + most))
      .execute();
  }
}

/** The tables in an order in which each comes after those it refers to, as SQLite reports them. */
export async function inOrderOfReference(sqlite: Queries, tables: readonly string[]): Promise<string[]> {
  const known = new Set(tables);
  const ordered = new Set<string>();
  const place = async (table: string, above: readonly string[]): Promise<void> => {
    if (ordered.has(table) || above.includes(table)) return;
    const { rows } = await sql<{ table: string }>`select "table" from pragma_foreign_key_list(${table})`.execute(
      sqlite,
    );
    for (const { table: target } of rows) if (known.has(target)) await place(target, [...above, table]);
    ordered.add(table);
  };
  for (const table of tables) await place(table, []);
  return [...ordered];
}

async function* fetched(db: Queries, table: string): AsyncGenerator<Row[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(db);
  for (let most = FIRST_BATCH; ; ) {
    const { rows } = await sql<Row>`fetch ${sql.lit(most)} from copied`.execute(db);
    if (rows.length === 0) break;
    yield rows;
    const heaviest = Math.max(...rows.map(bytesIn));
    most = Math.max(1, Math.min(BATCH, Math.floor(BATCH_BYTES / Math.max(1, heaviest))));
  }
  await sql`close copied`.execute(db);
}

async function* streamed(db: Queries, table: string): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for await (const row of anyTables(db).selectFrom(table).selectAll().stream()) {
    batch.push(row);
    bytes += bytesIn(row);
    if (batch.length < BATCH && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function bytesIn(row: Row): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.byteLength : 0),
    0,
  );
}

export function anyTables(db: Queries): Kysely<AnyTables> {
  return db as unknown as Kysely<AnyTables>;
}
