import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#app/platform/app-context.server.ts";
import { backupName } from "#app/platform/backup/backup-name.ts";
import { backupFolderOf, readErasureList, together } from "#app/platform/backup/erasure-list.server.ts";
import {
  BACKUP_DATABASE,
  BACKUP_FILES,
  copyFiles,
  dataFiles,
  type Manifest,
  readVerified,
} from "#app/platform/backup/make-backup.server.ts";
import { copyRows, type Tell } from "#app/platform/database/copy-rows.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { DATABASE_FILE, openDatabase, openSqlite } from "#app/platform/database/open.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import { settleSqlite } from "#app/platform/database/sqlite-copy.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { type EraseAgain, type Erasure, listErasures } from "#app/platform/personal-data.server.ts";

type Restoring = {
  where: { databaseUrl: string | null; dataDir: string };
  folder: string;
  now: number;
  log: Log;
  sendMails: boolean;
  /** Only needed for PostgreSQL, whose rows are deleted: the files of a data folder are moved aside. */
  replace: boolean;
  backupDir: string | null;
  eraseAgain: EraseAgain;
  onProgress?: Tell;
};

export type Restored =
  | { kind: "restored"; manifest: Manifest; heldMails: number; erasedAgain: number; replaced: string | null }
  | { kind: "running" }
  | { kind: "conflict" };

/**
 * Restores a backup from either engine to either: checks every file, updates the schema, and only then touches the
 * data. The site must not be running. Repeats the erasures since the backup.
 */
export async function restoreBackup(input: Restoring): Promise<Restored> {
  const { onProgress = () => {} } = input;
  onProgress("checking the backup", 0);
  const manifest = await readVerified(input.folder);
  const { dataDir, databaseUrl } = input.where;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const prepared = join(dataDir, `.restoring-${backupName(input.now)}.db`);
  try {
    onProgress("copying it", 0);
    copyFileSync(join(input.folder, BACKUP_DATABASE), prepared);
    const { heldMails, erasedAgain } = await prepare(prepared, input);
    const hindrance = databaseUrl ? await fillPostgres(prepared, input) : hindranceTo(dataDir);
    if (hindrance) return { kind: hindrance };
    const replaced = moveAside(dataDir, input.now);
    if (!databaseUrl) renameSync(prepared, join(dataDir, DATABASE_FILE));
    const files = join(input.folder, BACKUP_FILES);
    copyFiles(dataFiles(files), files, dataDir);
    return { kind: "restored", manifest, heldMails, erasedAgain, replaced };
  } finally {
    rmSync(prepared, { force: true });
  }
}

async function prepare(file: string, input: Restoring): Promise<{ heldMails: number; erasedAgain: number }> {
  const { now, sendMails, onProgress = () => {} } = input;
  const erasures = await knownErasures(input);
  const db = openSqlite(file, { journal: "delete" });
  try {
    onProgress("bringing its schema up to date", 0);
    await migrate(db);
    const erasedAgain = await input.eraseAgain(db, { erasures, now, config: input.where, onProgress });
    if (erasedAgain > 0) {
      onProgress("overwriting what was erased", 0);
      await overwriteNow({ db, log: input.log }, Number.POSITIVE_INFINITY);
    }
    return { heldMails: sendMails ? 0 : await holdMails(db, now), erasedAgain };
  } finally {
    await db.close();
  }
}

/** From the lists beside the backups, and from the database that is replaced, if it can still be read. */
async function knownErasures({ folder, where, backupDir, log }: Restoring): Promise<Erasure[]> {
  const folders = [join(folder, ".."), backupFolderOf({ backupDir, dataDir: where.dataDir })];
  const listed = folders.flatMap((place) => readErasureList(place));
  if (!where.databaseUrl && !existsSync(join(where.dataDir, DATABASE_FILE))) return together(listed);
  try {
    const replaced = openDatabase(where, log);
    const noted = await listErasures(replaced.kysely).finally(() => replaced.close());
    return together([...listed, ...noted]);
  } catch {
    return together(listed);
  }
}

// Mails due between the backup and now were probably sent: a second reminder of a past day harms more than none.
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

async function fillPostgres(
  prepared: string,
  { where, log, replace, onProgress }: Restoring,
): Promise<"conflict" | null> {
  const source = openSqlite(prepared, { journal: "delete" });
  const target = openDatabase(where, log);
  try {
    await migrate(target);
    if (!replace && (await isOccupied(target))) return "conflict";
    await copyRows(source, target, onProgress);
    return null;
  } finally {
    await target.close();
    await source.close();
  }
}

/** Whether the database holds somebody's data; what a first start fills in does not count. */
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
