import { inject, onTestFinished } from "vitest";
import { type Config, parseConfig } from "#app/platform/config.server.ts";
import type { Engine } from "#app/platform/database/engine.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** Tuesday 4 May 2027, 9:00 in London (summer time), the day after a bank holiday. */
export const TUESDAY_NINE = Date.UTC(2027, 4, 4, 8);

/** A world whose clock stands still until it is set. */
export type TestWorld = World & { clock: { now: () => number; set: (now: number) => void } };

export type WorldWishes = { engine?: Engine; now?: number; config?: Partial<Config> };

/** A real world on a fresh, migrated database: TEST_ENGINE's, else SQLite. Closed when the test ends. */
export async function testWorld({ engine, now = TUESDAY_NINE, config = {} }: WorldWishes = {}): Promise<TestWorld> {
  const fullConfig = { ...baseConfig(), ...(await databaseOf(engine ?? engineOfThisRun())), ...config };
  const log = createLog(fullConfig.logLevel);
  const db = openDatabase(fullConfig, log);
  onTestFinished(() => db.close());
  await migrate(db);
  let time = now;
  const clock = {
    now: () => time,
    set: (next: number) => {
      time = next;
    },
  };
  return { db, clock, config: fullConfig, log, secret: "a-secret-that-is-the-same-in-every-test" };
}

/** The same with the demo practice in it: ten services, three therapists, the bank holidays. */
export async function demoWorld(wishes: WorldWishes = {}): Promise<TestWorld> {
  const world = await testWorld(wishes);
  await seedDemo(world);
  return world;
}

/** The engine that this run is for. */
export function engineOfThisRun(): Engine {
  return process.env.TEST_ENGINE === "postgres" ? "postgres" : "sqlite";
}

/** A new place for data on this engine: what `openDatabase` takes. Migrated on PostgreSQL, unless `blank`. */
export async function databaseOf(
  engine: Engine,
  { blank = false } = {},
): Promise<{ databaseUrl: string | null; dataDir: string }> {
  const dataDir = temporaryFolder();
  if (engine === "sqlite") return { databaseUrl: null, dataDir };
  const serverUrl = inject("postgresUrl");
  if (!serverUrl) throw new Error("This project starts no PostgreSQL: put the test into tests/integration");
  return { databaseUrl: await makeDatabase(serverUrl, { blank }), dataDir };
}

function baseConfig(): Config {
  const outcome = parseConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", RATE_LIMITS: "off", PORT: "0" });
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  return { ...outcome.config, publicUrl: "http://limber-yard.test" };
}
