import { sql } from "kysely";
import { engineOf, type Queries } from "#app/platform/app-context.server.ts";
import { derivedFrom } from "#app/platform/database/rows.server.ts";

/** What makes an index, or a reference to another table, again: `statement`. */
export type Dropped = { name: string; table: string; statement: string };

/**
 * Drops the indexes of tables that are to be filled, but those of their keys, and on PostgreSQL their references. Made
 * again by `makeAgain` in the same transaction, they are sorted and checked once and not for each row.
 */
export async function dropIndexes(tx: Queries, tables: readonly string[]): Promise<Dropped[]> {
  const those = [...tables, ...(await derivedFrom(tx, tables))];
  const isPostgres = engineOf(tx) === "postgres";
  const references = isPostgres ? await rowsOf(tx, REFERENCES, those) : [];
  for (const { table, name } of references) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
  }
  const indexes = await rowsOf(tx, isPostgres ? POSTGRES_INDEXES : SQLITE_INDEXES, those);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(tx);
  return [...indexes, ...references];
}

/** Makes again what was dropped. Fails if the rows don't fit it. */
export async function makeAgain(
  tx: Queries,
  dropped: readonly Dropped[],
  tell: (what: string, rows: number) => void,
): Promise<void> {
  for (const { name, statement } of dropped) {
    tell(`sorting ${name}`, 0);
    await sql.raw(statement).execute(tx);
  }
  if (engineOf(tx) === "sqlite") return;
  // As autovacuum would within minutes, in which the site would be slow.
  for (const table of new Set(dropped.map(({ table }) => table))) await sql`analyze ${sql.table(table)}`.execute(tx);
}

async function rowsOf(tx: Queries, query: string, tables: readonly string[]): Promise<Dropped[]> {
  const { rows } = await sql<Dropped>`${sql.raw(query)}`.execute(tx);
  return rows.filter(({ table }) => tables.includes(table));
}

const SQLITE_INDEXES = `select name, tbl_name as "table", sql as statement from sqlite_master
  where type = 'index' and sql is not null`;

const POSTGRES_INDEXES = `select i.relname as name, t.relname as "table", pg_get_indexdef(i.oid) as statement
  from pg_index join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid
  where t.relnamespace = current_schema()::regnamespace
  and not exists (select from pg_constraint where conindid = i.oid)`;

const REFERENCES = `select conname as name, t.relname as "table",
    format('alter table %s add constraint %I %s', t.oid::regclass, conname, pg_get_constraintdef(c.oid)) as statement
  from pg_constraint c join pg_class t on t.oid = conrelid
  where contype = 'f' and t.relnamespace = current_schema()::regnamespace`;
