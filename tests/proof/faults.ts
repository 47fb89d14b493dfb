import { fullDiskRound } from "#tests/proof/full-disk.ts";
import { type KillRound, killRound } from "#tests/proof/kill.ts";
import { makePlace } from "#tests/proof/place.ts";
import { numberOf, type Report, type Table } from "#tests/proof/report.ts";
import { type RestartRound, restartRound } from "#tests/proof/restart.ts";
import { type ShutdownRound, shutdownRound } from "#tests/proof/shutdown.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";

const CLIENTS = 16;
const ENGINES = ["sqlite", "postgres"] as const;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const most = (numbers: readonly number[]) => Math.max(...numbers);
const wrong = (counts: Record<string, number>) => sum(Object.values(counts));

/** The faults, so many rounds of each. Options: `--rounds=20`. */
export async function faults(options: readonly string[]): Promise<Report> {
  const rounds = numberOf(options, "rounds", 20);
  const postgres = await startPostgres({ durable: true });
  const broken: string[] = [];
  try {
    const tables = [
      await killTable(postgres, { rounds, broken }),
      await stopTable(postgres, { rounds: Math.ceil(rounds / 2), broken }),
      await restartTable(postgres, { rounds, broken }),
      await fullDiskTable(broken),
    ];
    return { title: "Faults", intro: INTRO, tables, broken };
  } finally {
    await postgres.stop();
  }
}

const INTRO =
  "What happens to bookings when something breaks under them. Each round starts the built site on a new database, " +
  "lets clients book by the API as fast as they are answered, breaks something early or late, and compares the " +
  "database with what the clients were told.";

type Rounds = { rounds: number; broken: string[] };

async function repeated<Round>(rounds: number, round: (number: number) => Promise<Round>): Promise<Round[]> {
  const all: Round[] = [];
  for (let number = 0; number < rounds; number++) {
    all.push(await round(number));
    process.stderr.write(".");
  }
  return all;
}

// Spread evenly rather than drawn: every run meets the same moments, early and late.
const momentOf = (number: number, rounds: number) => Math.round((350 * number) / rounds);

async function killTable(postgres: PostgresServer, { rounds, broken }: Rounds): Promise<Table> {
  const rows: (string | number)[][] = [];
  for (const engine of ENGINES) {
    const all = await repeated(rounds, async (number): Promise<KillRound> => {
      const place = await makePlace(engine, postgres.url);
      return killRound(place, { clients: CLIENTS, killAfterMs: momentOf(number, rounds) }).finally(place.remove);
    });
    const lost = sum(all.map((round) => round.lost));
    const unsound = sum(all.map((round) => wrong(round.unsound)));
    const notOnce = sum(all.map((round) => round.notOnce));
    const damaged = all.filter((round) => round.integrity !== "ok").length;
    if (lost + unsound + notOnce + damaged > 0) broken.push(`kill -9 on ${engine}`);
    const [acknowledged, unanswered] = [sum(all.map((r) => r.acknowledged)), sum(all.map((r) => r.unanswered))];
    rows.push([
      engine,
      rounds,
      acknowledged,
      lost,
      unsound,
      unanswered,
      notOnce,
      damaged,
      most(all.map((r) => r.restartMs)),
    ]);
  }
  const note = `The site is killed with SIGKILL while ${CLIENTS} clients book; then it is started again, and whoever got no answer sends the same request (same key) again. Contradictions: a booking without its claims or its mails, a claim without its booking, two bookings at one time. Damaged: SQLite's integrity_check.`;
  const columns = [
    "engine",
    "rounds",
    "acknowledged",
    "lost",
    "contradictions",
    "without answer",
    "of these not booked exactly once",
    "damaged",
    "slowest restart, ms",
  ];
  return { title: "Killed while people book", note, columns, rows };
}

async function stopTable(postgres: PostgresServer, { rounds, broken }: Rounds): Promise<Table> {
  const rows: (string | number)[][] = [];
  for (const engine of ENGINES) {
    const all = await repeated(rounds, async (number): Promise<ShutdownRound> => {
      const place = await makePlace(engine, postgres.url);
      return shutdownRound(place, { clients: CLIENTS, stopAfterMs: momentOf(number, rounds) }).finally(place.remove);
    });
    const silent = sum(all.map((round) => round.unacknowledged));
    const badExits = all.filter((round) => round.exitCode !== 0).length;
    if (silent + badExits > 0) broken.push(`orderly stop on ${engine}`);
    rows.push([
      engine,
      rounds,
      sum(all.map((r) => r.acknowledged)),
      silent,
      badExits,
      most(all.map((r) => r.closedMs)),
    ]);
  }
  const columns = [
    "engine",
    "rounds",
    "acknowledged",
    "booked but not answered",
    "exit code not 0",
    "slowest stop, ms",
  ];
  return {
    title: "Asked to stop while people book",
    note: "SIGTERM: what was taken is answered, then the process ends with 0.",
    columns,
    rows,
  };
}

async function restartTable(postgres: PostgresServer, { rounds, broken }: Rounds): Promise<Table> {
  const all = await repeated(rounds, async (): Promise<RestartRound> => {
    const place = await makePlace("postgres", postgres.url);
    return restartRound(place, postgres, CLIENTS).finally(place.remove);
  });
  const lost = sum(all.map((round) => round.lost + round.twice));
  const unsound = sum(all.map((round) => wrong(round.unsound)));
  const other = sum(
    all.flatMap(({ statuses }) =>
      Object.entries(statuses)
        .filter(([s]) => s !== "201" && s !== "503")
        .map(([, n]) => n),
    ),
  );
  const ended = all.filter((round) => !round.sameProcess).length;
  if (lost + unsound + other + ended > 0) broken.push("PostgreSQL restarted under load");
  const unavailable = sum(all.map((round) => round.statuses[503] ?? 0));
  const row = [
    rounds,
    sum(all.map((r) => r.booked)),
    lost,
    unsound,
    unavailable,
    other,
    ended,
    most(all.map((r) => r.recoveryMs)),
  ];
  const columns = [
    "rounds",
    "acknowledged",
    "lost or twice",
    "contradictions",
    "answered 503",
    "other answers",
    "site ended",
    "slowest first booking after, ms",
  ];
  const note = `PostgreSQL is stopped at once (\`immediate\`, fsync and synchronous_commit on) and started again while ${CLIENTS} clients book. A client that gets 503 sends the same request again.`;
  return { title: "PostgreSQL crashes and comes back", note, columns, rows: [row] };
}

async function fullDiskTable(broken: string[]): Promise<Table> {
  const place = await makePlace("sqlite", null);
  const found = await fullDiskRound(place).finally(place.remove);
  const columns = [
    "booked before",
    "without room: 201",
    "503",
    "other answers",
    "pages stood",
    "contradictions",
    "went on",
  ];
  const note = "SQLite on a tmpfs of 24 MB that a ballast file fills to the last byte and then leaves; no restart.";
  if (!found) return { title: "Disk full", note: "Not run: mounting a tmpfs takes root.", columns, rows: [] };
  const { before, statuses, pagesStood, unsound, wentOn } = found;
  const other = sum(
    Object.entries(statuses)
      .filter(([s]) => s !== "201" && s !== "503")
      .map(([, count]) => count),
  );
  if (other + wrong(unsound) > 0 || !pagesStood || !wentOn) broken.push("disk full");
  const yes = (held: boolean) => (held ? "yes" : "no");
  const row = [before, statuses[201] ?? 0, statuses[503] ?? 0, other, yes(pagesStood), wrong(unsound), yes(wentOn)];
  return { title: "Disk full", note, columns, rows: [row] };
}
