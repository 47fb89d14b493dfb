import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import { type Erasure, erasure, erasureLine, listErasures } from "#app/platform/personal-data.server.ts";

const FILE = "erasures.jsonl";

/** Where backups go unless another folder is given. */
export function backupFolderOf({ backupDir, dataDir }: Pick<Config, "backupDir" | "dataDir">): string {
  return backupDir ?? join(dataDir, "backups");
}

/** Writes the erasures beside the backups, at once: an older backup may be restored tomorrow. */
export async function writeErasures({ db, config, log }: AppContext): Promise<void> {
  try {
    writeErasureList(backupFolderOf(config), await listErasures(db.kysely));
  } catch (error) {
    log.error({ err: error }, "the list of erasures beside the backups could not be written");
  }
}

export function writeErasureList(folder: string, erasures: readonly Erasure[]): void {
  const known = readErasureList(folder);
  const all = together([...known, ...erasures]);
  if (all.length === known.length) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = all.map(erasureLine).join("");
  const partial = join(folder, `.${FILE}.${randomBytes(4).toString("hex")}`);
  writeFileSync(partial, text, { mode: 0o600, flush: true });
  renameSync(partial, join(folder, FILE));
}

/** The list in this folder, empty if there is none. An unreadable line stops the restore: it may be a person. */
export function readErasureList(folder: string): Erasure[] {
  const file = join(folder, FILE);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line, at) => {
    const read = erasure.safeParse(jsonOf(line));
    if (!read.success) throw new Error(`Line ${at + 1} of ${file} is damaged: it should name who was erased.`);
    return read.data;
  });
}

export function together(erasures: readonly Erasure[]): Erasure[] {
  return [...new Map(erasures.map((one) => [`${one.kind} ${one.id}`, one])).values()];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
