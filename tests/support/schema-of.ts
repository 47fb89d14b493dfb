import { sql } from "kysely";
import type { Database } from "#app/platform/app-context.server.ts";

/** Every index, trigger and constraint, as the database tells of it. */
export async function schemaOf({ engine, kysely }: Database): Promise<string[]> {
  const query =
    engine === "sqlite"
      ? sql<{ told: string }>`select name || ': ' || sql as told from sqlite_master where sql is not null`
      : sql<{ told: string }>`
          select indexdef as told from pg_indexes where schemaname = current_schema()
          union all
          select conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid) from pg_constraint
            where connamespace = current_schema()::regnamespace
          union all
          select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`;
  return (await query.execute(kysely)).rows.map(({ told }) => told).sort();
}
