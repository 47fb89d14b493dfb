import { type Expression, type RawBuilder, sql } from "kysely";
import type { Queries } from "#app/platform/database/database.server.ts";
import { MOST_LISTED } from "#app/platform/most-listed.ts";

type Rows = { limit: (most: number) => Expression<unknown> };
type Place = { order: RawBuilder<unknown>; page: number; size: number };

/**
 * The ids of a page, and how many rows the list has (one more than it shows stands for any number beyond), where
 * finding them is the work: they are found once, and then counted and sorted. `rows` has what `order` names.
 */
export async function findPage(
  db: Queries,
  rows: Rows,
  { order, page, size }: Place,
): Promise<{ ids: string[]; total: number }> {
  const found = await sql<{ id: string | null; total: number }>`
    with found as materialized ${rows.limit(MOST_LISTED + 1)},
      page as (select * from found order by ${order} limit ${sql.lit(size)} offset ${sql.lit((page - 1) * size)})
    select page.id, counted.total from (select count(*) as total from found) as counted
      left join page on 1 = 1 order by ${order}`.execute(db);
  return { ids: found.rows.flatMap(({ id }) => id ?? []), total: Number(found.rows[0]?.total ?? 0) };
}
