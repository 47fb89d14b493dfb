import { sql } from "kysely";
import type { Database } from "#app/platform/database/database.server.ts";

type Index = { name: string; statement: string };

const FULL = ["appointments", "appointment_claims", "attendances", "audit", "outbox", "cancellations"];

/** Fills tables while they have no index but their keys, and makes the same indexes again: a third of the time. */
export async function withoutIndexes(db: Database, work: () => Promise<unknown>): Promise<void> {
  const indexes = await indexesOf(db);
  for (const { name } of indexes) await db.kysely.schema.dropIndex(name).execute();
  await work();
  await db.kysely.transaction().execute(async (tx) => {
    if (db.engine === "postgres") await sql`set local statement_timeout = 0`.execute(tx);
    for (const { statement } of indexes) await sql.raw(statement).execute(tx);
  });
  // As autovacuum does by itself within minutes.
  if (db.engine === "postgres") await sql`vacuum analyze`.execute(db.kysely);
}

async function indexesOf({ engine, kysely }: Database): Promise<Index[]> {
  const tables = sql.join(FULL);
  const query =
    engine === "sqlite"
      ? sql<Index>`select name, sql as statement from sqlite_master
          where type = 'index' and sql is not null and tbl_name in (${tables})`
      : sql<Index>`select indexname as name, indexdef as statement from pg_indexes
          where schemaname = current_schema() and tablename in (${tables})
          and indexname not in (select conname from pg_constraint)`;
  return (await query.execute(kysely)).rows;
}
