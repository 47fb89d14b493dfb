import { type AliasableExpression, type Expression, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Queries } from "#app/platform/app-context.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import type { Tables } from "#app/platform/database/tables.ts";

type Rows = { limit: (most: number) => AliasableExpression<unknown> };

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

/** The same as a part of `readTogether`. */
export function selectUpTo<Name extends string>(db: Queries, rows: Rows, { most, name }: { most: number; name: Name }) {
  const listed = rows.limit(most) as SelectQueryBuilder<Tables, "appointments", { id: string }>;
  return db.selectFrom(listed.as("listed")).select((eb) => eb.fn.countAll<number>().as(name));
}

/** Selects of one row each, as one row with the columns of all of them: in one statement. */
export async function readTogether<Row>(db: Queries, selects: readonly Expression<unknown>[]): Promise<Row> {
  const parts = selects.map((select, nth) => sql`${select} as ${sql.ref(`part_${nth}`)}`);
  const { rows } = await sql<Row>`select * from ${sql.join(parts)}`.execute(db);
  return rows[0] as Row;
}

type Findable = { limit: (most: number) => Expression<unknown> };
type Place = { order: RawBuilder<unknown>; page: number; size: number };

/**
 * The ids of a page, and how many rows the list has (one more than it shows stands for any number beyond), where
 * finding them is the work: they are found once, and then counted and sorted. `rows` has what `order` names.
 */
export async function findPage(
  db: Queries,
  rows: Findable,
  { order, page, size }: Place,
): Promise<{ ids: string[]; total: number }> {
  const found = await sql<{ id: string | null; total: number }>`
    with found as materialized ${rows.limit(MOST_LISTED + 1)},
      page as (select * from found order by ${order} limit ${sql.lit(size)} offset ${sql.lit((page - 1) * size)})
    select page.id, counted.total from (select count(*) as total from found) as counted
      left join page on 1 = 1 order by ${order}`.execute(db);
  return { ids: found.rows.flatMap(({ id }) => id ?? []), total: Number(found.rows[0]?.total ?? 0) };
}
