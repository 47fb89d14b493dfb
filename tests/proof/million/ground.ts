import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { AppContext, Database, Engine } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { fillReportDays } from "#app/reports/report-days.jobs.server.ts";
import { addAdmin } from "#scripts/bench/admin.ts";
import { pinnedNode, root } from "#scripts/bootstrap/project.mjs";
import { seedDemo } from "#scripts/seed-demo.ts";
import { fillPractice, type Size } from "#tests/proof/million/practice.ts";
import { withoutIndexes } from "#tests/proof/million/without-indexes.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";

/** Where a large practice is stored. */
export type Ground = { engine: Engine; dataDir: string; databaseUrl: string | null };

const folders: string[] = [];

/** A new, empty one, removed by `removeGrounds`. */
export async function newGround(engine: Engine, postgresUrl: string): Promise<Ground> {
  const dataDir = mkdtempSync(join(tmpdir(), "limber-yard-million-"));
  folders.push(dataDir);
  return {
    engine,
    dataDir,
    databaseUrl: engine === "postgres" ? await makeDatabase(postgresUrl, { blank: true }) : null,
  };
}

export function removeGrounds(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function environmentOf({ dataDir, databaseUrl }: Ground): Record<string, string> & { DATA_DIR: string } {
  const secret = { AUTH_SECRET: "x".repeat(32), LOG_LEVEL: "error", NODE_ENV: "production" };
  return { DATA_DIR: dataDir, ...secret, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
}

export function openGround({ dataDir, databaseUrl }: Ground): Database {
  return openDatabase({ dataDir, databaseUrl }, createLog("silent"));
}

/** The schema of the release in that folder, then the practice. */
export async function fill(ground: Ground, { release, size, today }: { release: string; size: Size; today: string }) {
  await migrated(ground, release);
  await withApp(ground, async (app) => {
    if (app.db.engine === "sqlite") for (const pragma of FAST) await sql.raw(pragma).execute(app.db.kysely);
    await seedDemo(app);
    await withoutIndexes(app.db, () => fillPractice(app, size, today));
    await addAdmin(app);
  });
}

/** Adds up the days that are over, as the site does within minutes after it has started. Returns how many. */
export function addUpDays(ground: Ground): Promise<number> {
  return withApp(ground, (app) => fillReportDays(app, async () => true));
}

async function withApp<Result>(ground: Ground, work: (app: AppContext) => Promise<Result>): Promise<Result> {
  const outcome = parseConfig(environmentOf(ground));
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  const { config } = outcome;
  const db = openGround(ground);
  const secret = config.authSecret ?? "";
  return work({ db, clock: systemClock, config, log: createLog("silent"), secret }).finally(() => db.close());
}

// What is filled here is thrown away if the machine stops.
const FAST = ["pragma cache_size = -500000", "pragma synchronous = off"];

const MIGRATE = `
await (await openApp(readConfig())).db.close();`;

/** Brings a database to the schema of the release in that folder, as its start does, in a process of its own. */
export async function migrated(ground: Ground, release = root): Promise<void> {
  const { PATH = "", HOME = "" } = process.env;
  const args = ["--input-type=module", "-e", MIGRATE];
  const env = { PATH, HOME, ...environmentOf(ground) };
  const child = spawn(pinnedNode, args, { cwd: release, env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The migrations ended with ${code}`);
}
