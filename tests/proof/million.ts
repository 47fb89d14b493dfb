import { readdirSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Engine } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { signIn } from "#scripts/bench/admin.ts";
import { freeTimes } from "#tests/proof/million/free-times.ts";
import {
  addUpDays,
  environmentOf,
  fill,
  type Ground,
  newGround,
  openGround,
  removeGrounds,
} from "#tests/proof/million/ground.ts";
import { type Work, work } from "#tests/proof/million/long-work.ts";
import { type Update, update } from "#tests/proof/million/migrations.ts";
import { MILLION, type Size } from "#tests/proof/million/practice.ts";
import type { Watched } from "#tests/proof/million/processor-time.ts";
import { releasedSchema } from "#tests/proof/million/released-schema.ts";
import { type Measured, measure, screens } from "#tests/proof/million/screens.ts";
import type { Report, Table } from "#tests/proof/report.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { type SiteServer, startServer } from "#tests/support/server.ts";

const SCREEN_MS = 100;
const RATIO = 1.3;
const MEMORY_MB = 400;
const FEW: Size = { appointments: 1000, clients: 200, users: 50 };

type Asked = {
  size: Size;
  engines: Engine[];
  answers: number;
  screens: string;
  work: string[];
  ready: Partial<Record<Engine, string>>;
};
type Found = {
  ground: Ground;
  update: Update;
  measured: Measured[];
  times: { few: number; many: number };
  works: Work[];
};

/**
 * A practice with a million appointments. Options: `--appointments=1000000`, `--engine=sqlite`, `--answers=100` of each
 * screen, `--screens=Reports` (those that begin so), `--work=backup,restore,export,import,move`, and `--sqlite=FOLDER` or `--postgres=ADDRESS` of one filled before.
 */
export async function million(options: readonly string[]): Promise<Report> {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => process.exit(130));
  const asked = askedBy(options);
  const today = localDateOf(systemClock.now(), "Europe/London");
  const load = loadavg()[0] ?? 0;
  const release = releasedSchema();
  const postgres = await startPostgres({ settings: { shared_buffers: "512MB", max_wal_size: "8GB" } });
  try {
    const found: Found[] = [];
    for (const engine of asked.engines)
      found.push(await look(engine, { asked, today, release: release.folder, postgres: postgres.url }));
    return reportOf(found, { asked, commit: release.commit, load });
  } finally {
    await postgres.stop();
    removeGrounds();
    release.remove();
  }
}

function askedBy(options: readonly string[]): Asked {
  const option = (name: string) => options.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
  const appointments = Number(option("appointments") ?? MILLION.appointments);
  const engine = option("engine") as Engine | undefined;
  const [sqlite, postgres] = [option("sqlite"), option("postgres")];
  return {
    size: { appointments, clients: Math.round(appointments / 5), users: Math.round(appointments / 20) },
    engines: engine ? [engine] : ["sqlite", "postgres"],
    answers: Number(option("answers") ?? 100),
    screens: option("screens") ?? "",
    work: (option("work") ?? "backup,restore,export,import,move").split(","),
    ready: { ...(sqlite && { sqlite }), ...(postgres && { postgres }) },
  };
}

type Looking = { asked: Asked; today: string; release: string; postgres: string };

async function look(engine: Engine, { asked, today, release, postgres }: Looking): Promise<Found> {
  const say = (what: string) => console.error(`${engine}: ${what}`);
  const [few, ground] = [await newGround(engine, postgres), await newGround(engine, postgres)];
  await fill(few, { release, size: FEW, today });
  const ready = asked.ready[engine];
  if (ready) Object.assign(ground, engine === "sqlite" ? { dataDir: ready } : { databaseUrl: ready });
  else {
    say("filling");
    await fill(ground, { release, size: asked.size, today });
  }
  say("bringing the schema up to date");
  const updated = await update(ground);
  say(JSON.stringify(updated));
  say(`${await addUpDays(ground)} days added up for the reports`);
  const [small, large] = [await serve(few), await serve(ground)];
  const measured: Measured[] = [];
  try {
    const site = { url: large.site.url, cookie: await signIn(large.site), watched: large.watched };
    for (const screen of screens(today).filter(([name]) => name.startsWith(asked.screens))) {
      const one = await measure(screen, { ...site, answers: asked.answers, bound: SCREEN_MS });
      say(JSON.stringify(one));
      measured.push(one);
    }
    const times = await freeTimes(asOf(small), asOf(large), today);
    say(JSON.stringify(times));
    await large.site.stop();
    const works = await longWork(ground, { asked, postgres, say });
    return { ground, update: updated, measured, times, works };
  } finally {
    await small.site.stop();
    await large.site.stop();
  }
}

const asOf = ({ site, watched }: { site: SiteServer; watched: Watched }) => ({ url: site.url, watched });

async function serve(ground: Ground): Promise<{ site: SiteServer; watched: Watched }> {
  const site = await startServer(environmentOf(ground));
  return { site, watched: { site: site.process.pid ?? 0, postmaster: await postmasterOf(ground) } };
}

async function postmasterOf(ground: Ground): Promise<number | null> {
  if (ground.engine === "sqlite") return null;
  const db = openGround(ground);
  const { rows } = await sql<{ first: string }>`select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as first`
    .execute(db.kysely)
    .finally(() => db.close());
  return Number(rows[0]?.first);
}

type Working = { asked: Asked; postgres: string; say: (what: string) => void };

/** One after the other: each later one needs what an earlier one made. */
async function longWork(ground: Ground, { asked, postgres, say }: Working): Promise<Work[]> {
  const made = await newGround("sqlite", postgres);
  const [backups, archive] = [join(made.dataDir, "backups"), join(made.dataDir, "all.zip")];
  const env = environmentOf(ground);
  const works: Work[] = [];
  const run = async (name: string, args: () => string[], where: Record<string, string>) => {
    if (!asked.work.includes(name)) return;
    works.push(await work(name, args(), where));
    say(JSON.stringify({ ...works.at(-1), output: "" }));
  };
  const fresh = async (engine: Engine) => environmentOf(await newGround(engine, postgres));
  const backup = () => join(backups, readdirSync(backups).find((name) => name.startsWith("limber-yard")) ?? "");
  await run("backup", () => ["scripts/backup.ts", backups], env);
  await run("restore", () => ["scripts/restore.ts", backup()], await fresh(ground.engine));
  await run("export", () => ["scripts/export.ts", archive], env);
  await run("import", () => ["scripts/import-practice.ts", archive], {
    ...(await fresh(ground.engine)),
    DEMO: "catalogue",
  });
  if (ground.engine === "sqlite") {
    const { databaseUrl } = await newGround("postgres", postgres);
    await run("move", () => ["scripts/move-to-postgres.ts"], { ...env, DATABASE_URL: databaseUrl ?? "" });
  }
  return works;
}

function reportOf(found: Found[], { asked, commit, load }: { asked: Asked; commit: string; load: number }): Report {
  const count = (number: number) => number.toLocaleString("en-GB");
  const { appointments, clients, users } = asked.size;
  const intro =
    `The demo practice with ${count(appointments)} appointments of the last 18 years (150 a day, by 30 therapists of whom three are left), ${count(clients)} clients, ` +
    `${count(users)} accounts, and a line of the audit and a mail sent for each appointment. Processor time is that of the thread that answers, and on PostgreSQL of the database, too: it does not depend on what else ran. ` +
    `The load average was ${load.toFixed(1)} at the start.`;
  return {
    title: "A million appointments",
    intro,
    tables: [
      ...found.map((one) => screenTable(one, asked)),
      timesTable(found),
      updateTable(found, commit),
      workTable(found),
    ],
    broken: found.flatMap(broken),
  };
}

function broken({ ground: { engine }, measured, times, works }: Found): string[] {
  return [
    ...measured
      .filter(({ cpu }) => cpu >= SCREEN_MS)
      .map(({ name, cpu }) => `${engine}: ${name} took ${Math.round(cpu)} ms`),
    ...(times.many > times.few * RATIO
      ? [`${engine}: free times take ${(times.many / times.few).toFixed(2)} times as long`]
      : []),
    ...works.filter(({ peak }) => peak > MEMORY_MB).map(({ name, peak }) => `${engine}: ${name} took ${peak} MB`),
    ...works.filter(({ told }) => told < 2).map(({ name }) => `${engine}: ${name} did not say how far it was`),
  ];
}

function screenTable({ ground, measured }: Found, { answers }: Asked): Table {
  return {
    title: `The practice's screens, ${ground.engine}`,
    note: `${answers} answers of each, one after the other. Wanted: the 99th percentile of the processor time under ${SCREEN_MS} ms; a screen that missed was asked again, twice at most, as garbage of the others is collected at any time.`,
    columns: ["screen", "median, ms of processor", "p99, ms of processor", "p99, ms on the clock"],
    rows: measured.map(({ name, typicalCpu, cpu, clock }) => [name, ...[typicalCpu, cpu, clock].map(Math.round)]),
  };
}

function timesTable(found: Found[]): Table {
  return {
    title: "Free times of a month",
    note: `Another month each time, so none is kept. Wanted: at most ${RATIO} x.`,
    columns: ["engine", "1,000 appointments, ms of processor", "all, ms of processor", "ratio"],
    rows: found.map(({ ground, times: { few, many } }) => [
      ground.engine,
      few.toFixed(2),
      many.toFixed(2),
      (many / few).toFixed(2),
    ]),
  };
}

function updateTable(found: Found[], commit: string): Table {
  return {
    title: "The migrations since 0.1.0",
    note: `From the schema of commit ${commit}, while somebody reads and somebody writes twenty times a second. The longest wait of a writer is the lock.`,
    columns: ["engine", "migrations", "s", "longest wait of a reader, s", "of a writer, s"],
    rows: found.map(({ ground, update: { names, seconds, read, written } }) => [
      ground.engine,
      names.join(", ") || "none",
      ...[seconds, read, written].map((time) => time.toFixed(1)),
    ]),
  };
}

function workTable(found: Found[]): Table {
  return {
    title: "Long work",
    note: `The peak is VmHWM of its process; wanted: at most ${MEMORY_MB} MB, and lines that say how far it is.`,
    columns: ["engine", "work", "s", "s of processor, its own", "peak, MB", "lines of progress"],
    rows: found.flatMap(({ ground, works }) =>
      works.map(({ name, seconds, cpu, peak, told }) => [
        ground.engine,
        name,
        Math.round(seconds),
        Math.round(cpu),
        peak,
        told,
      ]),
    ),
  };
}
