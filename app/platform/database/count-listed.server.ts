import { type Expression, sql } from "kysely";
import type { Queries } from "#app/platform/database/database.server.ts";
import { MOST_LISTED } from "#app/platform/most-listed.ts";

type Rows = { limit: (most: number) => Expression<unknown> };

/** How many rows a list has; one more than it shows stands for any number beyond. */
export function countListed(db: Queries, rows: Rows): Promise<number> {
  return countUpTo(db, rows, MOST_LISTED + 1);
}

/** How many rows there are, at most so many. */
export async function countUpTo(db: Queries, rows: Rows, most: number): Promise<number> {
  const listed = sql<{ total: number }>`select count(*) as total from ${rows.limit(most)} as listed`;
  const { rows: counted } = await listed.execute(db);
  return Number(counted[0]?.total ?? 0);
}
