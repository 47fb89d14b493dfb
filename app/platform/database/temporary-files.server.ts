import { dirname } from "node:path";
import { sql } from "kysely";
import type { Database } from "#app/platform/database/database.server.ts";

const CACHE_KB = 2000;

/**
 * Lets SQLite sort and copy in files beside the database, without names, and not in memory (decisions/0385). `work`
 * begins its own transactions. `cacheKb`: what of the database, and to sort in, may be in memory meanwhile.
 */
export async function inFiles<Done>(
  { engine, kysely }: Database,
  { cacheKb = CACHE_KB }: { cacheKb?: number },
  work: () => Promise<Done>,
): Promise<Done> {
  if (engine !== "sqlite") return work();
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(
    kysely,
  );
  await sql`pragma temp_store_directory = ${sql.lit(dirname(rows[0]?.file ?? ""))}`.execute(kysely);
  await sql`pragma temp_store = file`.execute(kysely);
  await sql`pragma cache_size = ${sql.lit(-cacheKb)}`.execute(kysely);
  try {
    return await work();
  } finally {
    await sql`pragma cache_size = ${sql.lit(-CACHE_KB)}`.execute(kysely);
    await sql`pragma temp_store = memory`.execute(kysely);
  }
}
