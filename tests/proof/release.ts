import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "#app/platform/app-context.server.ts";
import { RELEASED_FILES } from "#app/platform/data-folder.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { stockOf } from "#tests/proof/booking-client.ts";
import { findPrograms, plainUser } from "#tests/proof/failover/programs.ts";
import { CLIENTS, freeAllTimes, inspect, shuffled, untilMailsAreOut } from "#tests/proof/failover/round.ts";
import { type ProxiedSite, startProxiedSite } from "#tests/proof/failover/site.ts";
import { startClients, startReader } from "#tests/proof/failover/visitors.ts";
import { inWords, tallied } from "#tests/proof/look.ts";
import { makePlace } from "#tests/proof/place.ts";
import { assetsOf, startAssetReader, startOldTab, startSlowSender } from "#tests/proof/release/readers.ts";
import { buildReleaseBefore, migrationsSince, type Release } from "#tests/proof/release/release-before.ts";
import type { Report, Table } from "#tests/proof/report.ts";
import { type MailServer, startMailServer } from "#tests/support/mail-server.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";

const BETWEEN = 4000;
const DRAIN = "6";

type Roll = { name: string; to: string; signal: NodeJS.Signals; isTakenOut: boolean };
const KILLED = { name: "today to today, SIGKILL", signal: "SIGKILL", isTakenOut: false } as const;
type Found = Awaited<ReturnType<typeof inspect>> & {
  statuses: Record<string, number>;
  refusals: Record<string, number>;
  silences: string[];
  never: number;
  formsLost: number;
  pages: { asked: number; failed: string[] };
  assets: { asked: number; failed: string[] };
  slow: { asked: number; failed: string[] };
  seconds: number;
};

/** Books through updates. Options: `--before=COMMIT`, the release before; `--kill`, to see it fail as well. */
export async function release(options: readonly string[]): Promise<Report> {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => process.exit(130));
  findPrograms(["haproxy"]);
  const before = buildReleaseBefore(options.find((option) => option.startsWith("--before="))?.slice(9));
  const postgres = await startPostgres({ durable: true });
  const mailServer = await startMailServer();
  try {
    return await prove({ before, postgres, mailServer, kills: options.includes("--kill") });
  } finally {
    await postgres.stop();
    await mailServer.close();
    before.remove();
  }
}

type Ground = { before: Release; postgres: PostgresServer; mailServer: MailServer; kills: boolean };

async function prove(ground: Ground): Promise<Report> {
  const rows: (string | number)[][] = [];
  const broken: string[] = [];
  const onPurpose: (string | number)[][] = [];
  for (const engine of ["postgres", "sqlite"] as const) {
    const rolls: Roll[] = [
      { name: `${ground.before.commit} to today`, to: root, signal: "SIGTERM", isTakenOut: !ground.before.drains },
      { name: "today to today", to: root, signal: "SIGTERM", isTakenOut: false },
      ...(ground.kills ? [{ ...KILLED, to: root }] : []),
    ];
    await withSite(ground, engine, async (site, look) => {
      for (const roll of rolls) {
        const found = await look(site, roll);
        console.error(`${engine}, ${roll.name}: ${JSON.stringify({ ...found, wishes: undefined })}`);
        const row = [engine, roll.name, ...cells(found)];
        if (roll.signal === "SIGKILL") onPurpose.push(row);
        else rows.push(row);
        if (roll.signal === "SIGTERM" && faultsIn(found) > 0)
          broken.push(`${engine}, ${roll.name}: ${reasonsIn(found)}`);
      }
    });
  }
  const added = migrationsSince(ground.before.commit);
  const way = ground.before.drains ? "" : ` ${TAKEN_OUT}`;
  const intro = `${INTRO} The release before is commit ${ground.before.commit}, built in a folder of its own; today's brings ${added.length} migrations to its database while it runs: ${added.join(", ")}.${way}`;
  return {
    title: "An update while people book",
    intro,
    tables: ground.kills ? [tableOf(rows), onPurposeTable(onPurpose)] : [tableOf(rows)],
    broken,
  };
}

const INTRO = `Three processes behind HAProxy, on PostgreSQL 15 (fsync on) and on one SQLite file, are replaced one after the other while ${CLIENTS} clients book, half by the page's form, half by the API: SIGTERM, \`DRAIN_SECONDS=${DRAIN}\`, then a process of the other release at the same port. The configuration of HAProxy is in docs/scaling.md.`;

const TAKEN_OUT = `It does not know \`DRAIN_SECONDS\`: before each of its processes is stopped, HAProxy is told to send it nothing more, and what it has in hand is waited for (docs/operations.md).`;

// A release that does not keep its files itself: as docs/operations.md has it.
function keepFilesOf({ folder }: Release, dataDir: string): void {
  const kept = join(dataDir, RELEASED_FILES, "assets");
  cpSync(join(folder, "build", "client", "assets"), kept, { recursive: true });
}

type Look = (site: ProxiedSite, roll: Roll) => Promise<Found>;

async function withSite(
  { before, postgres, mailServer }: Ground,
  engine: Engine,
  work: (site: ProxiedSite, look: Look) => Promise<void>,
): Promise<void> {
  const place = await makePlace(engine, postgres.url, { blank: true });
  keepFilesOf(before, place.dataDir);
  const env = { ...place.env, SMTP_URL: mailServer.url, DRAIN_SECONDS: DRAIN };
  const site = await startProxiedSite(env, { size: 3, owner: plainUser(), before });
  const db = place.open();
  try {
    const value = JSON.stringify({ dailyAt: 6 });
    await db.kysely.insertInto("settings").values({ key: "practiceMails", value, version: 1, updated_at: 0 }).execute();
    await work(site, async (_, roll) => {
      await freeAllTimes(db);
      mailServer.arrived.length = 0;
      const seen = await rollOver(site, roll);
      await untilMailsAreOut(db);
      return { ...(await inspect({ db, mailServer }, seen.wishes)), ...seen };
    });
  } finally {
    await site.stop();
    await db.close();
    await place.remove();
  }
}

async function rollOver(site: ProxiedSite, { to, signal, isTakenOut }: Roll) {
  const { url } = site;
  const started = performance.now();
  const people = startClients(url, { stock: shuffled(await stockOf(url)), clients: CLIENTS });
  const pages = [startReader(url, { path: "/", every: 200 }), startReader(url, { path: "/book", every: 400 })];
  const assets = [startAssetReader(url), startOldTab(url, await assetsOf(url))];
  const slow = startSlowSender(url);
  await sleep(BETWEEN);
  for (const index of site.servers.keys()) {
    await site.replace(index, { folder: to, signal, isTakenOut });
    await sleep(BETWEEN);
  }
  await Promise.all([people, slow, ...pages, ...assets].map((each) => each.stop()));
  const looks = pages.flatMap((page) => page.looks);
  return {
    wishes: people.wishes,
    statuses: people.seen.statuses,
    refusals: people.seen.refusals,
    silences: people.seen.silences,
    never: people.wishes.filter(({ booked }) => !booked).length,
    formsLost: people.seen.without.typed,
    pages: {
      asked: looks.length,
      failed: looks.filter(({ status }) => status !== 200).map(inWords),
    },
    assets: {
      asked: assets.reduce((sum, { asked }) => sum + asked, 0),
      failed: assets.flatMap(({ failed }) => failed).slice(0, 50),
    },
    slow: { asked: slow.asked, failed: slow.failed },
    seconds: Math.round((performance.now() - started) / 1000),
  };
}

const answersWith = ({ statuses }: Found, fits: (status: string) => boolean) =>
  Object.entries(statuses)
    .filter(([status]) => fits(status))
    .reduce((sum, [, count]) => sum + count, 0);
const withoutRetryAfter = ({ refusals }: Found) =>
  Object.entries(refusals).reduce((sum, [kind, count]) => sum + (kind.endsWith("none") ? count : 0), 0);
/** Told when to come again, and booked then with the same key. */
const patience = (found: Found) => answersWith(found, (status) => status.endsWith("503")) - withoutRetryAfter(found);
const errors = (found: Found) =>
  answersWith(found, (status) => !/(201|303|503)$/.test(status)) + withoutRetryAfter(found);

// Whom an update asks to come again has noticed it: that breaks the promise, too, but is told apart from an error.
const faultsIn = (found: Found) =>
  errors(found) +
  patience(found) +
  found.never +
  found.formsLost +
  found.pages.failed.length +
  found.assets.failed.length +
  found.slow.failed.length +
  found.lost +
  found.twice +
  found.unsound +
  found.mailsMissing +
  found.mailsTwice;

const reasonsIn = ({ statuses, refusals, silences, pages, assets, slow, never, formsLost, twins }: Found) =>
  [
    never > 0 ? `${never} were never booked` : "",
    formsLost > 0 ? `${formsLost} forms came back without what was typed` : "",
    ...Object.entries(statuses)
      .filter(([status]) => !/(201|303|503)$/.test(status))
      .map(([status, count]) => `${count} bookings answered ${status}`),
    ...Object.entries(refusals).map(([kind, count]) => `${count} bookings asked for patience (${kind}) and sent again`),
    ...silences,
    ...tallied(pages.failed).map((look) => `pages: ${look}`),
    ...assets.failed,
    ...slow.failed,
    ...twins.map((twin) => `mails: ${twin}`),
  ]
    .filter(Boolean)
    .join("; ");

const cells = (found: Found) => [
  found.seconds,
  found.acknowledged,
  found.never,
  errors(found),
  patience(found),
  found.lost + found.twice + found.unsound,
  found.mailsMissing + found.mailsTwice,
  `${found.pages.failed.length} of ${found.pages.asked}`,
  `${found.assets.failed.length} of ${found.assets.asked}`,
  `${found.slow.failed.length} of ${found.slow.asked}`,
];

const COLUMNS = [
  "engine",
  "update",
  "s",
  "booked",
  "never booked",
  "errors",
  "asked for patience, then booked",
  "lost, twice or contradictory",
  "mails lost or twice",
  "pages failed",
  "files failed",
  "slow forms failed",
];

function tableOf(rows: (string | number)[][]): Table {
  const note =
    "All three processes in turn. Files: of pages just read, each from whichever process the proxy chooses, and of a tab that was opened before the update. Slow forms: half comes at once, half two and a half seconds later. An error: no answer, or any but booked and 503 with Retry-After. Asked for patience: 503 with Retry-After, booked when sent again with the same key; a visitor notices that, so it breaks the promise, too.";
  return { title: "Process by process", note, columns: COLUMNS, rows };
}

function onPurposeTable(rows: (string | number)[][]): Table {
  const note = "The same, but each process is killed instead of asked. These are no promise.";
  return { title: "On purpose: without being asked", note, columns: COLUMNS, rows };
}
