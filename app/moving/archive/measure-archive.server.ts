import { sql } from "kysely";
import { countMoved } from "#app/moving/archive/archive-rows.db.server.ts";
import { mediaBytes } from "#app/moving/archive/media-files.db.server.ts";
import { MOVED } from "#app/moving/archive/moved-tables.ts";
import type { AppContext, Database } from "#app/platform/app-context.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import { type Actor, requireScope } from "#app/platform/permissions.ts";

/** What an archive of now would hold, counted as far as a list is. `bytes`: about how large it would be. */
export type Measure = { tables: Readonly<Record<string, number>>; bytes: number };

// Measured on a practice with 100,000 appointments, packed, with the spreadsheets.
const BYTES_OF = { appointments: 330, appointment_claims: 12 } as Record<string, number>;
const OTHERS = 130;
const READABLE = 20_000;

/** For whoever may take everything. */
export async function measureArchive(app: AppContext, actor: Actor): Promise<Measure> {
  requireScope(actor, "export", "everything");
  const db = app.db.kysely;
  const at = app.clock.now();
  const tables = await countMoved(db, { names: Object.keys(MOVED), at });
  let bytes = READABLE + (await mediaBytes(db));
  for (const [name, counted] of Object.entries(tables)) {
    const rows = counted > MOST_LISTED ? Math.max(counted, await estimateRows(app.db, name)) : counted;
    bytes += rows * (BYTES_OF[name] ?? OTHERS);
  }
  return { tables, bytes };
}

/** About how many rows a table has, without reading them. Those deleted from its middle may count still. */
async function estimateRows({ engine, kysely }: Database, table: string): Promise<number> {
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
