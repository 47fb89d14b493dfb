import { type AliasableExpression, type Expression, type SelectQueryBuilder, sql } from "kysely";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { MOST_LISTED } from "#app/platform/most-listed.ts";

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
