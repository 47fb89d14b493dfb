import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig } from "#app/platform/config.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { HEALTH_KEY_FILE, SEALING_KEY_FILE } from "#app/platform/encryption.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { MOODS } from "#scripts/pretend-provider.ts";
import { startPretendStripe } from "#scripts/pretend-stripe.ts";
import { makePlace, type Place } from "#tests/proof/place.ts";
import { numberOf, type Report, type Table } from "#tests/proof/report.ts";
import { runStep } from "#tests/proof/run-step.ts";
import { type Done, FIRST_DAY } from "#tests/proof/season/acts.ts";
import { type Finding, judge } from "#tests/proof/season/judge.ts";
import { buildNextRelease, clockAt, type NextRelease, type Update, updateSite } from "#tests/proof/season/update.ts";
import { eventAt, startCalendarServer } from "#tests/support/calendar-feed.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { runProgram } from "#tests/support/run-program.ts";

const ENGINES = ["sqlite", "postgres"] as const;
type Engine = (typeof ENGINES)[number];
const PROGRAM = "tests/proof/season/live.ts";
const SECRET = "a-secret-that-is-the-same-for-a-whole-season";
// So many days between two changes of what a provider and a calendar do.
const STRETCH = 3;
// A process dies at a write, and the next one between an act and what it says of it: somewhere in a stretch.
const WRITES = 1_800;
const ACTS = 60;
/** After which share of its days a site loses its disk, and moves to another machine. */
const RESTORES = [0.4, 0.75];
/** After which it is updated. */
const UPDATE = 0.5;

type Lived = {
  engine: Engine;
  days: number;
  kills: number;
  restores: number;
  /** How many days each release lived. */
  releases: Map<string, number>;
  update: Update | null;
  done: Done[];
  findings: Finding[];
};

/** A practice lives so many weeks in fast time, and dies again and again. Options: `--weeks=26`, `--seed=1`. */
export async function season(options: readonly string[]): Promise<Report> {
  const [weeks, seed] = [numberOf(options, "weeks", 26), numberOf(options, "seed", 1)];
  const postgres = await startPostgres();
  const next = buildNextRelease();
  try {
    const lives = await Promise.all(
      ENGINES.map((engine) => live(engine, { days: weeks * 7, seed, postgresUrl: postgres.url, next })),
    );
    const broken = lives.flatMap(({ engine, findings }) =>
      findings.flatMap(({ promise, faults }) => faults.slice(0, 8).map((fault) => `${engine}, ${promise}: ${fault}`)),
    );
    return {
      title: "A season of life",
      intro: INTRO,
      tables: [livesTable(lives), updateTable(lives), doneTable(lives), foundTable(lives)],
      broken,
    };
  } finally {
    next.remove();
    await postgres.stop();
  }
}

const INTRO =
  "A practice of five therapists, two of them sellers of their own, and 900 clients lives in fast time, each act by the " +
  "command that a page or the API calls: the jobs run between them, tills close in the evening, clocks change, one of " +
  "them goes and comes back. What calls out goes to a mail server, a pretend Stripe and a calendar on this machine, of " +
  "which the last two fail now and then. The process kills itself again and again at some write (SIGKILL), and its " +
  "successor does what was under way once more. Twice all data is lost and comes back from a backup into an empty " +
  "place, by `npm run restore`. In between the site is updated to a release with one more migration by `npm run update` " +
  "while someone books, and lives on with it. At the end everything is computed a second time from the rows.";

/** Without `next` it is not updated. */
type Living = { days: number; seed: number; postgresUrl: string; next?: NextRelease };

/** The same practice on one engine. */
export async function live(engine: Engine, { days, seed, postgresUrl, next }: Living): Promise<Lived> {
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-season-"));
  const journal = join(folder, "journal");
  const post = await startMailServer();
  const calendar = await startCalendarServer();
  const stripe = await startPretendStripe({ now: () => Number(readFileSync(`${journal}.time`, "utf8")) });
  let place = await makePlace(engine, postgresUrl);
  const environment = {
    ...{ NODE_ENV: "test", RATE_LIMITS: "off", PORT: "0", AUTH_SECRET: SECRET, SMTP_URL: post.url },
    ...{
      JOURNAL: journal,
      SEASON_SEED: String(seed),
      SEASON_CALENDAR: calendar.address,
      SEASON_BACKUPS: join(folder, "backups"),
    },
    ...{ STRIPE_API_URL: stripe.url, OUTBOUND_PRIVATE: [stripe.url, calendar.origin].join(",") },
  };
  let [folderOfRelease, update] = [root, null as Update | null];
  const step = (...words: (string | number)[]) =>
    runStep(place, { program: PROGRAM, words: words.map(String), env: environment, folder: folderOfRelease });
  const dayAt = (share: number) => Math.round((days * share) / STRETCH) * STRETCH;
  const restoreAt = RESTORES.map(dayAt);
  let [kills, restores, restarts] = [0, 0, 0];
  try {
    await step("prepare");
    for (let day = 0; day < days; day += STRETCH) {
      const to = Math.min(day + STRETCH, days);
      const random = (below: number) =>
        (Math.imul(seed * 7919 + day * 104_729 + ++restarts * 31, 2_654_435_761) >>> 8) % below;
      const mood = MOODS[random(8)];
      stripe.become(mood && mood !== "silent" && to < days ? mood : "well");
      const date = addDays(FIRST_DAY, day + 2);
      if (random(4) === 0) calendar.fails(500);
      else calendar.holds(eventAt(date, "10:00", "12:00"), eventAt(addDays(date, 7), "13:00", "15:30"));
      // At most twice: the third process lives on.
      for (let deaths = 0; ; deaths++) {
        const dying = deaths === 0 ? [1 + random(WRITES)] : deaths === 1 ? [0, 1 + random(ACTS)] : [];
        const { signal } = await step(day, to, ...dying);
        if (signal !== "SIGKILL") break;
        kills += 1;
      }
      if (restoreAt.includes(to) && to < days) {
        place = await lostAndBack(place, {
          ...{ day: to, journal, folder, postgresUrl, step },
          restore: (backup, env) =>
            runProgram(
              ["scripts/restore.ts", backup, "--send-mails", "--replace"],
              { ...environment, ...env },
              "",
              folderOfRelease,
            ),
        });
        restores += 1;
      }
      if (next && to === dayAt(UPDATE)) {
        stripe.become("well");
        await step("rest", to);
        const updated = await updateSite(place, {
          ...{ home: join(folder, "site"), next, env: environment },
          now: Number(readFileSync(`${journal}.time`, "utf8")),
        });
        ({ folder: folderOfRelease, update } = updated);
        await step("wake", to);
        for (const done of updated.done) appendFileSync(journal, `${JSON.stringify({ done })}\n`);
      }
      process.stderr.write(".");
    }
    // What was still under way with the provider comes to its end.
    stripe.become("well");
    await step(days, days + 2, 0);
    const lines = readFileSync(journal, "utf8").split("\n").filter(Boolean).map(asLine);
    const done = lines.flatMap((line) => line.done ?? []);
    const releases = Map.groupBy(lines, ({ version }) => version ?? "");
    releases.delete("");
    const mails = post.arrived.map(({ mail }) => mail.messageId ?? "");
    const period = { from: FIRST_DAY, to: addDays(FIRST_DAY, days - 1) };
    const findings = await judged(place, {
      environment,
      journal,
      seen: {
        done,
        mails,
        kills,
        keptPence: stripe.keptPence(),
        disputes: stripe.disputes,
        payouts: stripe.payouts,
        days: period,
      },
    });
    const lived = new Map([...releases].map(([version, { length }]) => [version, length]));
    return { engine, days, kills, restores, releases: lived, update, done, findings: [...findings, ...kept(update)] };
  } finally {
    await post.close();
    calendar.close();
    stripe.close();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const asLine = (line: string) => JSON.parse(line) as { done?: Done; version?: string };

type Losing = {
  day: number;
  journal: string;
  folder: string;
  postgresUrl: string;
  step: (...words: (string | number)[]) => Promise<{ said: string }>;
  restore: (backup: string, env: Record<string, string>) => Promise<{ code: number | null; errors: string }>;
};

/** A backup, then nothing, then another place that has it. The keys come back as recovery words bring them. */
async function lostAndBack(place: Place, { day, journal, folder, postgresUrl, step, restore }: Losing): Promise<Place> {
  const backups = join(folder, "backups");
  mkdirSync(backups, { recursive: true });
  const { said } = await step("backup", day);
  const keys = mkdtempSync(join(folder, "keys-"));
  for (const name of [SEALING_KEY_FILE, HEALTH_KEY_FILE])
    if (existsSync(join(place.dataDir, name))) cpSync(join(place.dataDir, name), join(keys, name));
  await place.remove();
  const next = await makePlace(place.engine, postgresUrl, { blank: true });
  const now = Number(readFileSync(`${journal}.time`, "utf8"));
  const restored = await restore(said.split("\n").at(-1) ?? "", { ...next.env, ...clockAt(now) });
  if (restored.code !== 0) throw new Error(`Not restored: ${restored.errors}`);
  cpSync(keys, next.dataDir, { recursive: true });
  return next;
}

type Judging = { environment: Record<string, string>; journal: string; seen: Parameters<typeof judge>[1] };

async function judged(place: Place, { environment, journal, seen }: Judging): Promise<Finding[]> {
  const parsed = parseConfig({ ...environment, ...place.env, LOG_LEVEL: "silent" });
  if (parsed.kind === "invalid") throw new Error(parsed.problems.join("\n"));
  const db = place.open();
  const now = Number(readFileSync(`${journal}.time`, "utf8"));
  try {
    return await judge(
      { db, clock: { now: () => now }, config: parsed.config, log: createLog("silent"), secret: SECRET },
      seen,
    );
  } finally {
    await db.close();
  }
}

const nameOf = (engine: Engine) => (engine === "sqlite" ? "SQLite" : "PostgreSQL");

function livesTable(lives: readonly Lived[]): Table {
  const columns = ["engine", "days", "acts", "times killed", "times restored"];
  const rows = lives.map(({ engine, days, kills, restores, done }) => [
    nameOf(engine),
    days,
    done.length,
    kills,
    restores,
  ]);
  return { title: "The practices", note: "", columns, rows };
}

/** What an update promises, beside the promises that hold with and without one. */
function kept(update: Update | null): Finding[] {
  if (!update) return [];
  const { rows, booked, faults } = update;
  const looked = rows + booked.before + booked.meanwhile + booked.after;
  return [{ promise: "An update keeps every row, and what is booked meanwhile", looked, faults }];
}

function updateTable(lives: readonly Lived[]): Table {
  const columns = [
    ...["engine", "update", "days lived before and after", "rows before it", "changed or lost by it"],
    ...["booked before, during and after", "of these sent again", "seconds away"],
  ];
  const rows = lives.flatMap(({ engine, update, releases }) => {
    if (!update) return [];
    const { from, to, rows: all, lost, booked, again, awayMs } = update;
    const days = [from, to].map((version) => releases.get(version) ?? 0);
    const cells = [`${from} to ${to}`, days.join(", "), all, lost, Object.values(booked).join(", "), again];
    return [[nameOf(engine), ...cells, (awayMs / 1000).toFixed(1)]];
  });
  return { title: "The update", note: NOTE, columns, rows };
}

const NOTE =
  "The next release is today’s with another number and a migration that adds a table, and a column to appointments: " +
  "built, signed, and given to today’s `npm run update`, which makes a backup, installs it beside the other, serves a " +
  "copy of the data with it and books there, stops the site, makes a second backup, switches and starts. For PostgreSQL, " +
  "too, that copy is an SQLite file. Packages are there already. It is five to midnight in the season, the site runs its " +
  "jobs, and takes bookings itself instead of Calendly. Rows: of appointments, clients, notes and the ledger, all columns " +
  "of the second backup beside those of the data afterwards. Booked: over http, by someone who sends again with the same " +
  "key what nobody answered. From then on each day is lived, each backup made and restored by the installed release.";

function doneTable(lives: readonly Lived[]): Table {
  const counts = lives.map(({ done }) => Map.groupBy(done, ({ act, kind }) => `${act}: ${kind}`));
  const names = [...new Set(counts.flatMap((count) => [...count.keys()]))].sort();
  const rows = names.map((name) => [name, ...counts.map((count) => count.get(name)?.length ?? 0)]);
  return {
    title: "What happened",
    note: "",
    columns: ["act and answer", ...lives.map(({ engine }) => nameOf(engine))],
    rows,
  };
}

function foundTable(lives: readonly Lived[]): Table {
  const rows = lives.flatMap(({ engine, findings }) =>
    findings.map(({ promise, looked, faults }) => [
      `${nameOf(engine)}: ${promise.toLowerCase()}`,
      looked,
      faults.length,
    ]),
  );
  return { title: "What is true at the end", note: "", columns: ["promise", "looked at", "that did not hold"], rows };
}
