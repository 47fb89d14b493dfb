import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Engine, engineOf, type Queries } from "#app/platform/app-context.server.ts";
import { runEach } from "#app/platform/database/sqlite-dialect.server.ts";

/** A row of any table, copied and compared without knowing what it means. */
export type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;
export type Shape = { name: string; columns: readonly { name: string; type: string }[] };

const BATCH = 500;
// Pictures and films are large: only a few of their rows should be in memory at once.
const HEAVY_BATCH = 4;

// What is made of the rows of another table, by the database itself or by the site that uses it.
const DERIVED: Readonly<Record<string, string>> = { client_pieces: "clients", report_days: "appointments" };

/** The tables to copy, each with its columns in order of their names. */
export async function shapesOf(db: Queries): Promise<Shape[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ isView, name }) => !isView && !name.startsWith("sqlite_") && !Object.hasOwn(DERIVED, name))
    .map(({ name, columns }) => ({ name, columns: columns.map(({ name, dataType: type }) => ({ name, type })) }))
    .map(({ name, columns }) => ({ name, columns: columns.sort(byName) }))
    .sort(byName);
}

/** The tables that this database makes itself from those given. */
export async function derivedFrom(db: Queries, sources: readonly string[]): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).filter((name) => sources.includes(DERIVED[name] ?? ""));
}

export function isBytes({ type }: { type: string }): boolean {
  return type === "bytea" || type === "blob";
}

/** A table's rows in batches, never all in memory. On PostgreSQL inside a transaction only (it uses a cursor). */
export async function* batchesOf(db: Queries, engine: Engine, { name, columns }: Shape): AsyncGenerator<Row[]> {
  const most = columns.some(isBytes) ? HEAVY_BATCH : BATCH;
  yield* engine === "postgres" ? fetched(db, name, most) : streamed(db, name, most);
}

/** Inserts rows that all have the same columns. In a transaction. */
export async function insertRows(db: Queries, { name, columns }: Shape, rows: readonly Row[]): Promise<void> {
  const given = Object.keys(rows[0] ?? {});
  const those = columns.filter((column) => given.includes(column.name));
  const values = rows.map((row) => those.map((column) => row[column.name]));
  await insertValues(db, { name, columns: those }, values);
}

/** Inserts rows whose values are in the order of these columns. In a transaction. */
export async function insertValues(db: Queries, { name, columns }: Shape, rows: readonly unknown[][]): Promise<void> {
  const into = sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})`;
  if (engineOf(db) === "sqlite") {
    const statement = sql`${into} values (${sql.join(columns.map(() => sql.raw("?")))})`.compile(db);
    await db.getExecutor().provideConnection(async (connection) => runEach(connection, statement.sql, rows));
    return;
  }
  // A value for each column instead of each cell: a tenth of what the cells take.
  const lists = columns.map(({ type }, at) => sql`${rows.map((row) => row[at])}::${sql.raw(type)}[]`);
  await sql`${into} select * from unnest(${sql.join(lists)})`.execute(db);
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

async function* fetched(db: Queries, table: string, most: number): AsyncGenerator<Row[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(most)} from copied`.execute(db);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close copied`.execute(db);
}

async function* streamed(db: Queries, table: string, most: number): AsyncGenerator<Row[]> {
  const all = anyTables(db).selectFrom(table).selectAll().compile();
  for await (const { rows } of db.getExecutor().stream<Row>(all, most)) {
    yield rows;
    // Nothing here waits for anything: without this the site would answer nobody until the table's end.
    await setImmediate();
  }
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}

export function anyTables(db: Queries): Kysely<AnyTables> {
  return db as unknown as Kysely<AnyTables>;
}
