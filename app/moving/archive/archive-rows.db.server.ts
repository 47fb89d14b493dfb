import { type SelectQueryBuilder, sql } from "kysely";
import type { MovedTable } from "#app/moving/archive/column.ts";
import { ARCHIVE_SUBJECT, MOVED_GIFT, MOVED_MAIL, MOVED_SETTINGS } from "#app/moving/archive/moved-tables.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import { anyTables, type Row } from "#app/platform/database/rows.server.ts";

// What is made of so many takes a few ms, between which the site answers others.
const AT_ONCE = 200;

/** The rows of a table that move, some at a time, in the order of its key. `at`: the archive's instant. */
export async function* movedRows(
  db: Queries,
  { name, table, at }: { name: string; table: MovedTable; at: number },
): AsyncGenerator<Row[]> {
  const all = anyTables(db).selectFrom(name).select(Object.keys(table.columns));
  const those = SOME[name]?.(all, at) ?? all;
  const ordered = table.key.reduce((query, column) => query.orderBy(column), those);
  for await (const { rows } of db.getExecutor().stream<Row>(ordered.compile(), AT_ONCE)) {
    yield name === "settings" ? rows.map(withoutSealed) : rows;
  }
}

/** Settings that hold a key stay; should one hold another, the key does. */
function withoutSealed(row: Row): Row {
  return { ...row, value: String(row.value).replaceAll(/"v1\.[0-9a-f]{12}\.[\w-]+\.[\w-]+"/g, '""') };
}

type Select = SelectQueryBuilder<Record<string, Row>, string, Row>;

/** The tables of which only some rows move. */
const SOME: Record<string, (all: Select, at: number) => Select> = {
  settings: (all) => all.where("key", "in", MOVED_SETTINGS),
  // A time held for an offer is given back by the installation that keeps it.
  appointment_claims: (all) => all.where("appointment_id", "is not", null),
  audit: (all) => all.where("subject_kind", "!=", ARCHIVE_SUBJECT),
  // What isn't paid waits for a page at a provider, which stays.
  voucher_orders: (all) => all.where("state", "=", "paid"),
  pay_links: (all) => all.where("id", "in", sql<string>`(select link_id from voucher_orders where state = 'paid')`),
  outbox: (all, at) =>
    all
      .where("kind", "in", [MOVED_MAIL, MOVED_GIFT])
      .where("done_at", "is", null)
      .where("failed_at", "is", null)
      .where("mail", "is", null)
      .where("run_at", ">", at),
};

/** The rows of these tables, each counted as far as a list is, in one statement. */
export async function countMoved(
  db: Queries,
  { names, at }: { names: readonly string[]; at: number },
): Promise<Record<string, number>> {
  const counts = names.map((name) => {
    const all = anyTables(db).selectFrom(name).select(sql.lit(1).as("one"));
    const some = (SOME[name]?.(all, at) ?? all).limit(MOST_LISTED + 1);
    return sql`select ${sql.lit(name)} as name, count(*) as total from ${some} as listed`;
  });
  const { rows } = await sql<{ name: string; total: number }>`
    select name, total from (${sql.join(counts, sql` union all `)}) as counted
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, total }) => [name, Number(total)]));
}
