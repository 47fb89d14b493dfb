import type { Database } from "#app/platform/app-context.server.ts";
import { type Checksums, tallyOf } from "#app/platform/database/copy-rows.server.ts";
import { shapesOf } from "#app/platform/database/rows.server.ts";

/** Count and checksum of every table, to compare two databases. */
export function talliesOf(db: Database): Promise<Checksums> {
  return db.kysely.transaction().execute(async (tx) => {
    const tallies: Checksums = {};
    for (const shape of await shapesOf(tx)) tallies[shape.name] = await tallyOf(tx, db.engine, shape);
    return tallies;
  });
}
