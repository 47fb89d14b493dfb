import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { relative } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { AppContext, Engine } from "#app/platform/app-context.server.ts";
import { type Config, parseConfig } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase, type Tries } from "#app/platform/database/open.server.ts";
import type { Conflicts } from "#app/platform/database/try-again.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { seedDemo } from "#scripts/seed-demo.ts";
import { dropDatabase, makeDatabase, makeFilled } from "#tests/support/postgres-databases.ts";
import { RECORD_INTO, recordRows } from "#tests/support/record.ts";
import { copyTemplate, makeFilledFile } from "#tests/support/sqlite-template.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** Tuesday 4 May 2027, 9:00 in London (summer time), the day after a bank holiday. */
export const TUESDAY_NINE = Date.UTC(2027, 4, 4, 8);

/** A test app with a clock that only the test moves. */
export type TestApp = AppContext & { clock: { now: () => number; set: (now: number) => void } };

export type TestAppOptions = { engine?: Engine; now?: number; config?: Partial<Config>; tries?: Tries };

type Fill = (app: AppContext) => Promise<unknown>;

const SECRET = "a-secret-that-is-the-same-in-every-test";

/** An app on a new, migrated database of TEST_ENGINE, SQLite by default. Closed when the test ends. */
export function testApp(inputs: TestAppOptions = {}): Promise<TestApp> {
  return openTestApp(inputs, null);
}

/** The same with the demo practice: ten services, three therapists, the bank holidays. */
export async function demoApp(inputs: TestAppOptions = {}): Promise<TestApp> {
  const app = await openTestApp(inputs, isAtNine(inputs) ? seedDemo : null);
  // Where it is not a copy.
  await seedDemo(app);
  return app;
}

/** The same on a copy of a demo practice that `fill` went through on Tuesday at nine, once for each worker. */
export function filledApp(fill: Fill): Promise<TestApp> {
  return openTestApp({}, fill);
}

async function openTestApp(
  { engine = engineOfThisRun(), now = TUESDAY_NINE, config = {}, tries }: TestAppOptions,
  fill: Fill | null,
): Promise<TestApp> {
  const filled = fill && (await filledWith(engine, fill));
  const fullConfig = { ...baseConfig(), ...(await databaseOf(engine, { filled })), ...config };
  const log = createLog(fullConfig.logLevel);
  const db = openDatabase(fullConfig, log, tries ?? triesOfThisRun());
  onTestFinished(async ({ task }) => {
    const path = relative(root, task.file.filepath);
    if (RECORD_INTO && (path.startsWith("tests/integration") || path.includes(".server.test.")))
      await recordRows(app, `${path}/${task.name}`);
    await db.close();
    tellConflicts(db.conflicts);
  });
  // A copy is migrated.
  if ("databaseUrl" in config || "dataDir" in config) await migrate(db);
  let time = now;
  const clock = {
    now: () => time,
    set: (next: number) => {
      time = next;
    },
  };
  const app = { db, clock, config: fullConfig, log, secret: SECRET };
  return app;
}

/** Says that what the test has written by itself is the practice's content. */
export async function contentChanged(app: AppContext): Promise<void> {
  await raiseContentVersion(app.db.kysely, app.clock.now());
}

const isAtNine = ({ now = TUESDAY_NINE, config = {} }: TestAppOptions) =>
  now === TUESDAY_NINE && config.databaseUrl === undefined && config.dataDir === undefined;

const filledOnes = new Map<Fill, Map<Engine, Promise<string>>>();

/** The file or the name of a database to copy. */
function filledWith(engine: Engine, fill: Fill): Promise<string> {
  const known = filledOnes.get(fill) ?? new Map<Engine, Promise<string>>();
  filledOnes.set(fill, known);
  const made =
    known.get(engine) ??
    (engine === "sqlite"
      ? makeFilledFile((dataDir) => fillAt({ databaseUrl: null, dataDir }, fill))
      : makeFilled(serverUrl(), (databaseUrl) => fillAt({ databaseUrl, dataDir: tmpdir() }, fill)));
  known.set(engine, made);
  return made;
}

async function fillAt(where: { databaseUrl: string | null; dataDir: string }, fill: Fill): Promise<void> {
  const config = { ...baseConfig(), ...where };
  const log = createLog(config.logLevel);
  const db = openDatabase(config, log, triesOfThisRun());
  const app = { db, clock: { now: () => TUESDAY_NINE }, config, log, secret: SECRET };
  await seedDemo(app);
  await fill(app);
  await db.close();
  tellConflicts(db.conflicts);
}

export function engineOfThisRun(): Engine {
  return process.env.TEST_ENGINE === "postgres" ? "postgres" : "sqlite";
}

/** A new database for `openDatabase` on this engine. Migrated, unless `blank`; or a copy of a `filled` one. */
export async function databaseOf(
  engine: Engine,
  { blank = false, filled = null }: { blank?: boolean; filled?: string | null } = {},
): Promise<{ databaseUrl: string | null; dataDir: string }> {
  const dataDir = temporaryFolder();
  if (engine === "sqlite") {
    if (!blank) await copyTemplate(dataDir, filled ?? undefined);
    return { databaseUrl: null, dataDir };
  }
  const databaseUrl = await makeDatabase(serverUrl(), { blank, ...(filled && { like: filled }) });
  // Thousands of them, at 12 MB each, would fill a disk.
  onTestFinished(() => dropDatabase(serverUrl(), databaseUrl));
  return { databaseUrl, dataDir };
}

function serverUrl(): string {
  const url = inject("postgresUrl");
  if (!url) throw new Error("This project starts no PostgreSQL: call the test <name>.server.test.ts");
  return url;
}

// To see what fails when nothing is tried again.
function triesOfThisRun(): Tries {
  const tries = Number(process.env.TEST_TRIES ?? 0);
  return tries > 0 ? { patience: { tries, within: 60_000 } } : {};
}

// For a whole run's sum: each app adds a line to the file that `npm run proof -- engines` names.
function tellConflicts({ retried, givenUp }: Conflicts): void {
  const file = process.env.CONFLICTS_FILE;
  if (file && retried + givenUp > 0) appendFileSync(file, `${retried} ${givenUp}\n`);
}

function baseConfig(): Config {
  const outcome = parseConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", RATE_LIMITS: "off", PORT: "0" });
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  return { ...outcome.config, publicUrl: "http://limber-yard.test" };
}
