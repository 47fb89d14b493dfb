import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pinnedNode, root, tool } from "#scripts/bootstrap/project.mjs";
import type { Report } from "#tests/proof/report.ts";
import { databaseLayer } from "#tests/support/database-layer.ts";
import { findPgbouncer, startPgbouncer } from "#tests/support/pgbouncer.ts";
import { startPostgres } from "#tests/support/postgres.ts";

/** The whole of `integration-postgres` on a PostgreSQL of its own. Until it has passed, `npm test` runs all of it. */
export async function onPostgres(): Promise<Report> {
  const layer = databaseLayer();
  const { run, on } = await runOn({ settings: {}, isPooled: false }, { files: [], tries: undefined });
  const { passed, failed, skipped, seconds } = run;
  const broken = passed === 0 ? ["No test ran"] : failed;
  const rows = [[broken.length === 0 ? layer : "none", passed, failed.length, skipped, seconds]];
  const columns = ["database layer and migrations", "tests passed", "failed", "of SQLite alone", "seconds"];
  const table = { title: "Every integration test", note: on, columns, rows };
  return { title: "PostgreSQL", intro: INTRO_OF_POSTGRES, tables: [table], broken };
}

const INTRO_OF_POSTGRES =
  "What the tests find on SQLite they find on PostgreSQL. `npm test` runs those tests on both whose answer an engine " +
  "can change (`ON_BOTH` in `vitest.config.ts`), and all of them until the table names the database layer as it is.";

type Way = { name: string; settings: Record<string, string>; isPooled: boolean };

const WAYS: Record<string, Way> = {
  serializable: {
    name: "every transaction serializable",
    settings: { default_transaction_isolation: "serializable" },
    isPooled: false,
  },
  pgbouncer: { name: "through PgBouncer, pooled by transaction", settings: {}, isPooled: true },
};

type Run = { passed: number; failed: string[]; skipped: number; retried: number; givenUp: number; seconds: number };

/**
 * The whole of `integration-postgres` in two ways that it does not run in otherwise. Options: `--only=serializable` or
 * `--only=pgbouncer`; `--tries=1` turns trying again off; other words are files of tests.
 */
export async function engines(options: readonly string[]): Promise<Report> {
  const option = (name: string) => options.find((one) => one.startsWith(`--${name}=`))?.split("=")[1];
  const files = options.filter((one) => !one.startsWith("--"));
  const only = option("only");
  const ways = Object.entries(WAYS).filter(([key]) => only === undefined || key === only);
  if (ways.some(([, { isPooled }]) => isPooled)) findPgbouncer();
  const rows: (string | number)[][] = [];
  const broken: string[] = [];
  let ranOn = "";
  for (const [, way] of ways) {
    const { run, on } = await runOn(way, { files, tries: option("tries") });
    ranOn = on;
    const { passed, failed, skipped, retried, givenUp, seconds } = run;
    rows.push([way.name, passed, failed.length, skipped, retried, givenUp, seconds]);
    if (passed === 0) broken.push(`${way.name}: no test ran`);
    broken.push(...failed.map((name) => `${way.name}: ${name}`));
  }
  const columns = ["way", "tests passed", "failed", "of SQLite alone", "done again", "given up", "seconds"];
  const table = { title: "Every integration test", note: `${ranOn} ${NOTE}`, columns, rows };
  return { title: "Engines", intro: INTRO, tables: [table], broken };
}

const INTRO =
  "The site on a PostgreSQL that answers conflicts as distributed engines do, and behind a pooler that gives each " +
  "transaction another session. The promise: every test of `tests/integration` passes that passes on a PostgreSQL of " +
  "its own. With nothing tried again (`-- engines --only=serializable --tries=1`) it fails.";
const NOTE =
  "Done again: transactions and lone statements that crossed others (40001, 40P01) and were tried once more; given up: " +
  "those that crossed others until their last try. Both are of the tests' own process; some tests force them.";

async function runOn(way: Omit<Way, "name">, asked: { files: string[]; tries: string | undefined }) {
  const postgres = await startPostgres({ settings: way.settings });
  try {
    const pooler = way.isPooled ? await startPgbouncer(postgres.url) : null;
    try {
      const on = `PostgreSQL ${await versionOf(postgres.url)}${pooler ? `, PgBouncer ${pooler.version}` : ""}.`;
      const env = { TEST_POSTGRES_URL: postgres.url, ...(pooler && { TEST_POOLER_URL: pooler.url }) };
      return { run: await runTests(env, asked), on };
    } finally {
      await pooler?.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await client.end();
  return rows[0]?.server_version.split(" ")[0] ?? "?";
}

async function runTests(
  env: Record<string, string>,
  { files, tries }: { files: string[]; tries: string | undefined },
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-engines-"));
  const [report, conflicts] = [join(folder, "report.json"), join(folder, "conflicts")];
  const started = performance.now();
  try {
    const args = ["run", "--project", "integration-postgres", "--reporter=json", `--outputFile=${report}`, ...files];
    const own = { NODE_ENV: "test", CONFLICTS_FILE: conflicts, ...(tries && { TEST_TRIES: tries }), ...env };
    const child = spawn(pinnedNode, [tool("vitest"), ...args], {
      cwd: root,
      env: { ...process.env, ...own },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const forward = () => child.kill("SIGTERM");
    process.once("exit", forward);
    await once(child, "exit");
    process.off("exit", forward);
    if (!existsSync(report)) throw new Error("The tests ended without a report");
    const seconds = Math.round((performance.now() - started) / 1000);
    return { ...resultOf(JSON.parse(readFileSync(report, "utf8"))), ...sumOf(conflicts), seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Told = { testResults: { name: string; message: string; assertionResults: Assertion[] }[] };
type Assertion = { status: string; fullName: string };

function resultOf({ testResults }: Told): Pick<Run, "passed" | "failed" | "skipped"> {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string) => all.filter((test) => test.status === status).length;
  // A file that can't even be loaded has no tests to fail.
  const unloaded = testResults.filter(({ assertionResults, message }) => assertionResults.length === 0 && message);
  const failed = all.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  return {
    passed: count("passed"),
    failed: [...failed, ...unloaded.map(({ name }) => name.slice(root.length))],
    skipped: all.length - count("passed") - count("failed"),
  };
}

function sumOf(file: string): Pick<Run, "retried" | "givenUp"> {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const sum = (at: number) => lines.reduce((all, line) => all + Number(line.split(" ")[at] ?? 0), 0);
  return { retried: sum(0), givenUp: sum(1) };
}
