import { sql } from "kysely";
import type { Database } from "#app/platform/database/database.server.ts";

/** About how many rows a table has, without reading them. Those deleted from its middle may count still. */
export async function estimateRows({ engine, kysely }: Database, table: string): Promise<number> {
  const name = sql.table(table);
  if (engine === "sqlite") {
    const { rows } = await sql<{ about: number | null }>`
      select (select max(rowid) from ${name}) - (select min(rowid) from ${name}) + 1 as about`.execute(kysely);
    return rows[0]?.about ?? 0;
  }
  const { rows } = await sql<Explained>`explain (format json) select 1 from ${name}`.execute(kysely);
  return rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
}

type Explained = { "QUERY PLAN": { Plan: { "Plan Rows": number } }[] };
