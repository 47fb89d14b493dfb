import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { DATABASE_FILE, openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";

let made: Promise<string> | null = null;

/** Puts a migrated database, or a copy of this file, into a folder: a tenth of the migration's time. */
export async function copyTemplate(dataDir: string, file?: string): Promise<void> {
  made ??= makeTemplate();
  copyFileSync(file ?? (await made), join(dataDir, DATABASE_FILE));
}

/** A migrated database to copy; returns its file. */
export async function makeFilledFile(fill: (dataDir: string) => Promise<void>): Promise<string> {
  const folder = folderOfWorker();
  await copyTemplate(folder);
  await fill(folder);
  return join(folder, DATABASE_FILE);
}

function folderOfWorker(): string {
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-template-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One for each worker; closing it leaves one file, without a log beside it. */
async function makeTemplate(): Promise<string> {
  const folder = folderOfWorker();
  const db = openDatabase({ databaseUrl: null, dataDir: folder }, createLog("silent"));
  await migrate(db);
  await db.close();
  return join(folder, DATABASE_FILE);
}
