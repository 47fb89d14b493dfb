import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backupName } from "#app/platform/backup/backup-name.ts";
import { copyFiles, dataFiles } from "#app/platform/backup/data-files.server.ts";
import { BACKUP_DATABASE, BACKUP_FILES } from "#app/platform/backup/make-backup.server.ts";
import { type Manifest, readVerified } from "#app/platform/backup/manifest.server.ts";
import { copyRows } from "#app/platform/database/copy-rows.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { DATABASE_FILE, openDatabase, openSqlite } from "#app/platform/database/open.server.ts";
import { settleSqlite } from "#app/platform/database/sqlite-copy.server.ts";
import type { Log } from "#app/platform/log.server.ts";

export type Restoring = {
  where: { databaseUrl: string | null; dataDir: string };
  /** The backup's folder. */
  folder: string;
  now: number;
  log: Log;
  /** Sends the mails that were waiting, even those that may have gone out since the backup. */
  sendMails: boolean;
  /** Only asked of PostgreSQL, whose rows go: the files of a data folder are moved aside. */
  replace: boolean;
};

export type Restored =
  | { kind: "restored"; manifest: Manifest; heldMails: number; replaced: string | null }
  | { kind: "running" }
  | { kind: "occupied" };

/**
 * Puts a backup in the place of what is there: checks every file of it, brings its schema up to date, and only
 * then touches the data. A backup of either engine can be restored to either. The site must not be running.
 */
export async function restoreBackup(wish: Restoring): Promise<Restored> {
  const manifest = await readVerified(wish.folder);
  const { dataDir, databaseUrl } = wish.where;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const prepared = join(dataDir, `.restoring-${backupName(wish.now)}.db`);
  try {
    copyFileSync(join(wish.folder, BACKUP_DATABASE), prepared);
    const heldMails = await prepare(prepared, wish);
    const hindrance = databaseUrl ? await fillPostgres(prepared, wish) : hindranceTo(dataDir);
    if (hindrance) return { kind: hindrance };
    const replaced = moveAside(dataDir, wish.now);
    if (!databaseUrl) renameSync(prepared, join(dataDir, DATABASE_FILE));
    const files = join(wish.folder, BACKUP_FILES);
    copyFiles(dataFiles(files), files, dataDir);
    return { kind: "restored", manifest, heldMails, replaced };
  } finally {
    rmSync(prepared, { force: true });
  }
}

async function prepare(file: string, { now, sendMails }: Restoring): Promise<number> {
  const db = openSqlite(file, { journal: "delete" });
  try {
    await migrate(db);
    return sendMails ? 0 : await holdMails(db, now);
  } finally {
    await db.close();
  }
}

// What was due between the backup and now has most likely been sent: a second reminder of a past day harms more than none.
async function holdMails(db: Database, now: number): Promise<number> {
  const { numUpdatedRows } = await db.kysely
    .updateTable("outbox")
    .set({
      failed_at: now,
      last_error: "held back: it was waiting when the backup was made that this was restored from",
    })
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where("run_at", "<=", now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function hindranceTo(dataDir: string): "running" | null {
  const file = join(dataDir, DATABASE_FILE);
  return existsSync(file) && !settleSqlite(file) ? "running" : null;
}

async function fillPostgres(prepared: string, { where, log, replace }: Restoring): Promise<"occupied" | null> {
  const source = openSqlite(prepared, { journal: "delete" });
  const target = openDatabase(where, log);
  try {
    await migrate(target);
    if (!replace && (await isOccupied(target))) return "occupied";
    await copyRows(source, target);
    return null;
  } finally {
    await target.close();
    await source.close();
  }
}

/** Whether somebody's data is in there: what a first start fills in is not counted as such. */
export async function isOccupied(db: Database): Promise<boolean> {
  const rows = await db.kysely.selectFrom("appointments").select("id").limit(1).execute();
  return rows.length > 0;
}

function moveAside(dataDir: string, now: number): string | null {
  const names = [...dataFiles(dataDir), DATABASE_FILE].filter((name) => existsSync(join(dataDir, name)));
  if (names.length === 0) return null;
  const aside = join(dataDir, backupName(now).replace("limber-yard", "replaced"));
  for (const name of names) {
    mkdirSync(join(aside, name, ".."), { recursive: true, mode: 0o700 });
    renameSync(join(dataDir, name), join(aside, name));
  }
  return aside;
}
