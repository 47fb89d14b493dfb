import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "#app/platform/app-context.server.ts";
import { copyRows, type Tell } from "#app/platform/database/copy-rows.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { DATABASE_FILE, openSqlite } from "#app/platform/database/open.server.ts";
import { shapesOf } from "#app/platform/database/rows.server.ts";
import { completeSqlite, copySqlite } from "#app/platform/database/sqlite-copy.server.ts";
import { type Dropped, dropIndexes } from "#app/platform/database/without-indexes.server.ts";

type Source = { db: Database; dataDir: string };

/** Copies a database in use into a new SQLite file, as of one instant, and checks the copy. */
export async function copyDatabase({ db, dataDir }: Source, target: string, tell: Tell = () => {}): Promise<void> {
  if (db.engine === "sqlite") return copySqlite(join(dataDir, DATABASE_FILE), target, tell);
  const copy = openSqlite(target, { journal: "delete" });
  const dropped = await fillCopy(copy, db, tell).finally(() => copy.close());
  await completeSqlite(target, dropped, tell);
}

// Nobody uses the file yet, so the disk may wait until it is complete, and references are checked then.
const FILLING = ["foreign_keys = off", "synchronous = off", "cache_size = -32768"];

async function fillCopy(copy: Database, db: Database, tell: Tell): Promise<Dropped[]> {
  await migrate(copy);
  for (const pragma of FILLING) await sql`pragma ${sql.raw(pragma)}`.execute(copy.kysely);
  const shapes = await shapesOf(copy.kysely);
  const names = shapes.map(({ name }) => name);
  const dropped = await copy.kysely.transaction().execute((tx) => dropIndexes(tx, names));
  await copyRows(db, copy, tell);
  return dropped;
}

/**
 * The same to be read at leisure, while the site goes on. The file has no name any more when this resolves, so nothing
 * of it is left, even after a crash. Close it.
 */
export async function openSnapshot({ db, dataDir }: Source, tell: Tell = () => {}): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, `.snapshot-${randomBytes(8).toString("hex")}.db`);
  try {
    await copyDatabase({ db, dataDir }, file, tell);
    const snapshot = openSqlite(file, { journal: "delete" });
    await snapshot.kysely.introspection.getTables();
    return snapshot;
  } finally {
    rmSync(file, { force: true });
  }
}
