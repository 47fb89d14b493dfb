import { createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { archiveOf, noteExport } from "#app/moving/archive/export-archive.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { expectKnownSchema, isMigrated } from "#app/platform/database/migrate.server.ts";
import { DATABASE_FILE, openDatabase } from "#app/platform/database/open.server.ts";
import { openSnapshot } from "#app/platform/database/snapshot.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { progressLine } from "#scripts/progress-line.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run export -- FILE: everything as one archive, while the site runs.
const [file = ""] = readCommand("export").words;
const config = readConfig();
const hindrance = hindranceBefore();
process.exitCode = hindrance ? failed(hindrance) : await orExplain(() => exported(file), config);

function hindranceBefore(): string | null {
  const database = join(config.dataDir, DATABASE_FILE);
  if (!config.databaseUrl && !existsSync(database)) return `There is no ${database} to export. Is DATA_DIR right?`;
  return existsSync(file) ? `There is a file ${file} already: name another.` : null;
}

async function exported(target: string): Promise<number> {
  const log = createLog(config.logLevel === "info" ? "warn" : config.logLevel);
  const db = openDatabase(config, log);
  const partial = `${target}.partial`;
  const { tell, end } = progressLine();
  try {
    if (!(await isMigrated(db))) return failed("The database is of an older release: start this one once, first.");
    await expectKnownSchema(db);
    tell("making a copy of the database", 0);
    const snapshot = await openSnapshot({ db, dataDir: config.dataDir }, tell);
    const at = systemClock.now();
    await noteExport(db.kysely, { at });
    const archive = archiveOf({ snapshot, at, log, onProgress: ({ file: name, rows }) => tell(name, rows) });
    await pipeline(archive, createWriteStream(partial, { mode: 0o600, flags: "w", flush: true }));
    renameSync(partial, target);
    end();
    console.log(
      `Exported to ${target} (${megabytes(statSync(target).size)}). Keep this file safe: it contains personal data.`,
    );
    console.log(`To move in elsewhere: npm run import-practice -- ${target}`);
    return 0;
  } catch (error) {
    end();
    return failed(`Nothing was exported. ${(error as Error).message}`);
  } finally {
    rmSync(partial, { force: true });
    await db.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function failed(sentence: string): number {
  console.error(sentence);
  return 1;
}
