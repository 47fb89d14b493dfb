import { type DeleteQueryBuilder, sql } from "kysely";
import { NO_HASH } from "#app/accounts/passwords/imported-password.ts";
import { ARCHIVE_SUBJECT, MOVED, MOVED_SETTINGS, STAYING } from "#app/moving/archive/moved-tables.ts";
import type { Engine, Queries } from "#app/platform/app-context.server.ts";
import { anyTables, insertRows, type Row, shapesOf } from "#app/platform/database/rows.server.ts";
import { newId } from "#app/platform/ids.server.ts";

/** Whether somebody's practice is here already: what a first start fills in does not count. */
export async function isInUse(db: Queries): Promise<boolean> {
  for (const table of ["appointments", "clients", "enquiries"] as const) {
    const rows = await db.selectFrom(table).select("id").limit(1).execute();
    if (rows.length > 0) return true;
  }
  return false;
}

/** Empties every table that an archive fills, and those that would not fit what it brings. */
export async function clearForArchive(db: Queries, engine: Engine): Promise<void> {
  // Checked at the commit, when every row is there.
  if (engine === "sqlite") await sql`pragma defer_foreign_keys = on`.execute(db);
  // Of a large archive one statement takes longer than any of the site.
  else await sql`set local statement_timeout = 0`.execute(db);
  // Else each appointment that arrives would look for its client's others, without an index.
  await db.deleteFrom("report_days").execute();
  const staying = Object.entries(STAYING).flatMap(([name, { cleared }]) => (cleared ? [name] : []));
  for (const name of [...staying, ...Object.keys(MOVED).toReversed()]) {
    const all = anyTables(db).deleteFrom(name);
    await (ONLY[name]?.(all) ?? all).execute();
  }
}

type Deletion = DeleteQueryBuilder<Record<string, Row>, string, unknown>;

/** The tables of which this installation keeps some rows. */
const ONLY: Record<string, (all: Deletion) => Deletion> = {
  settings: (all) => all.where("key", "in", MOVED_SETTINGS),
  audit: (all) => all.where("subject_kind", "!=", ARCHIVE_SUBJECT),
};

/** Stores rows of a table. */
export type Store = (table: string, rows: readonly Row[]) => Promise<void>;

export async function storeFor(db: Queries): Promise<Store> {
  const shapes = new Map((await shapesOf(db)).map((shape) => [shape.name, shape]));
  return async (table, rows) => insertRows(db, shapes.get(table) ?? { name: table, columns: [] }, rows);
}

/** Lets accounts that moved in ask for a password: their first try to log in mails a link that sets one. */
export async function openAccounts(store: Store, users: readonly Row[], now: number): Promise<void> {
  const at = new Date(now);
  const rows = users.map(({ id }) => ({
    id: newId(),
    userId: String(id),
    accountId: String(id),
    providerId: "credential",
    password: NO_HASH,
    createdAt: at,
    updatedAt: at,
  }));
  await store("sign_ins", rows);
}
