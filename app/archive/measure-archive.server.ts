import { countMoved } from "#app/archive/archive-rows.db.server.ts";
import { mediaBytes } from "#app/archive/media-files.db.server.ts";
import { MOVED } from "#app/archive/moved-tables.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { estimateRows } from "#app/platform/database/estimate-rows.server.ts";
import { MOST_LISTED } from "#app/platform/most-listed.ts";
import { requireReach } from "#app/platform/permissions.ts";

/** What an archive of now would hold, counted as far as a list is. `bytes`: about how large it would be. */
export type Measure = { tables: Readonly<Record<string, number>>; bytes: number };

// Measured on a practice with 100,000 appointments, packed, with the spreadsheets.
const BYTES_OF = { appointments: 330, appointment_claims: 12 } as Record<string, number>;
const OTHERS = 130;
const READABLE = 20_000;

/** For whoever may take everything. */
export async function measureArchive(app: AppContext, actor: Actor): Promise<Measure> {
  requireReach(actor, "export", "everything");
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
