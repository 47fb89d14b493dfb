import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { type Fleet, startFleet } from "#tests/proof/fleet.ts";
import { mailsOnce } from "#tests/proof/mails-once.ts";
import { makePlace } from "#tests/proof/place.ts";
import { races } from "#tests/proof/race.ts";
import { numberOf, type Report, type Table } from "#tests/proof/report.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { startPostgres } from "#tests/support/postgres.ts";

const CALLERS = 30;
const BOOKINGS = 100;

/** Three processes on one PostgreSQL. Options: `--rounds=200`. */
export async function scale(options: readonly string[]): Promise<Report> {
  const rounds = numberOf(options, "rounds", 200);
  const postgres = await startPostgres({ durable: true });
  const mailServer = await startMailServer();
  const place = await makePlace("postgres", postgres.url);
  const fleet = await startFleet(place, 3, { SMTP_URL: mailServer.url });
  const broken: string[] = [];
  try {
    const tables = [
      await raceTable(fleet, { rounds, broken }),
      mailTable(await mailsOnce(fleet, mailServer, BOOKINGS), broken),
      await changeTable(fleet, broken),
    ];
    return { title: "Several servers", intro: INTRO, tables, broken };
  } finally {
    await fleet.stop();
    await mailServer.close();
    await postgres.stop();
  }
}

const INTRO =
  "Three processes of the built site on one PostgreSQL 15 (fsync on), behind a proxy that hands each request to the " +
  "next one. They share nothing but the database.";

async function raceTable(fleet: Fleet, { rounds, broken }: { rounds: number; broken: string[] }): Promise<Table> {
  const found = await races(fleet, { rounds, callers: CALLERS });
  const wrong = Object.values(found.unsound).reduce((sum, count) => sum + count, 0);
  const other = Object.entries(found.statuses).filter(([status]) => !["201", "409"].includes(status));
  if (found.winners[1] !== rounds || wrong > 0 || other.length > 0) broken.push("one winner in each round");
  const { statuses, p99Ms, slowestMs } = found;
  const others = other.reduce((sum, [, count]) => sum + count, 0);
  const row = [
    rounds,
    CALLERS,
    found.winners[1] ?? 0,
    statuses[201] ?? 0,
    statuses[409] ?? 0,
    others,
    wrong,
    p99Ms,
    slowestMs,
  ];
  const columns = [
    "rounds",
    "callers",
    "rounds with one winner",
    "201",
    "409",
    "other answers",
    "contradictions",
    "p99, ms",
    "slowest, ms",
  ];
  return {
    title: "Everybody wants one time",
    note: `In each round ${CALLERS} callers ask for the same time at once, over HTTP.`,
    columns,
    rows: [row],
  };
}

function mailTable(
  { bookings, mails, missing, twice }: Awaited<ReturnType<typeof mailsOnce>>,
  broken: string[],
): Table {
  if (bookings !== BOOKINGS || missing + twice > 0) broken.push("each mail is sent once");
  const columns = ["bookings", "mails sent, the practice's included", "clients without", "clients with two"];
  return { title: "Three workers, one outbox", note: "", columns, rows: [[bookings, mails, missing, twice]] };
}

async function changeTable({ app, servers }: Fleet, broken: string[]): Promise<Table> {
  const seen: number[] = [];
  for (let number = 0; number < 20; number++) seen.push(await untilSeen(number));
  const slowest = Math.max(...seen);
  if (slowest > 2000) broken.push("a change is seen within two seconds");
  const mean = Math.round(seen.reduce((sum, ms) => sum + ms, 0) / seen.length);
  const columns = ["changes", "mean until the last server showed it, ms", "slowest, ms"];
  return {
    title: "A change of the content",
    note: "Written to the database; asked of all servers until all show it.",
    columns,
    rows: [[seen.length, mean, slowest]],
  };

  async function untilSeen(number: number): Promise<number> {
    const name = `Practice number ${number}`;
    await app.db.kysely.transaction().execute(async (tx) => {
      await tx.deleteFrom("settings").where("key", "=", "business").execute();
      const value = JSON.stringify({ name });
      await tx.insertInto("settings").values({ key: "business", value, version: 1, updated_at: 0 }).execute();
      await raiseContentVersion(tx, app.clock.now());
    });
    const started = performance.now();
    const shows = async (server: string) => (await (await fetch(server)).text()).includes(name);
    for (;;) {
      const all = await Promise.all(servers.map(shows));
      const passed = Math.round(performance.now() - started);
      if (all.every(Boolean) || passed > 10_000) return passed;
    }
  }
}
