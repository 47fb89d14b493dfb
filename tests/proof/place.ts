import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database, Engine } from "#app/platform/app-context.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { dropDatabase, makeDatabase } from "#tests/support/postgres-databases.ts";

export type Place = {
  engine: Engine;
  dataDir: string;
  /** For `startServer`. */
  env: Record<string, string> & { DATA_DIR: string };
  open: () => Database;
  remove: () => Promise<void>;
};

/**
 * A new, empty place. `postgresUrl`: a server to make a database in; none is needed for SQLite. `blank`: not migrated
 * yet.
 */
export async function makePlace(engine: Engine, postgresUrl: string | null, { blank = false } = {}): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), "limber-yard-proof-"));
  const databaseUrl = engine === "postgres" && postgresUrl ? await makeDatabase(postgresUrl, { blank }) : null;
  return {
    engine,
    dataDir,
    env: { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
    open: () => openDatabase({ databaseUrl, dataDir }, createLog("silent")),
    remove: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      if (databaseUrl && postgresUrl) await dropDatabase(postgresUrl, databaseUrl);
    },
  };
}
