import { migrate } from "#app/platform/database/migrate.server.ts";
import { HEALTH_STEPS, type HealthStep } from "#tests/proof/health-steps.ts";
import { makePlace, type Place } from "#tests/proof/place.ts";
import { numberOf, type Report, type Table } from "#tests/proof/report.ts";
import { runStep } from "#tests/proof/run-step.ts";
import { startPostgres } from "#tests/support/postgres.ts";

const ENGINES = ["sqlite", "postgres"] as const;

/** What a step that was killed left behind. */
export type HealthKill = {
  step: HealthStep;
  /** False where the step had fewer writes, and so was done. */
  killed: boolean;
  /** Whether a row of the record differs from before the kill. */
  isLeft: boolean;
  /** Keys and texts that do not open, notes that were changed: after the kill, and after the press that followed. */
  faults: string[];
  /** What the same press did afterwards. */
  afterwards: string;
};

/**
 * Kills ways to write the health record (SIGKILL to itself) at one of their writes, looks, and presses the same again.
 * The others are only pressed: one builds on the other.
 */
export async function healthRound(
  place: Place,
  write: number,
  killing: readonly HealthStep[] = HEALTH_STEPS,
): Promise<HealthKill[]> {
  const db = place.open();
  await migrate(db);
  await db.close();
  const kills: HealthKill[] = [];
  let [before, print]: [string[], string] = [["prepare"], ""];
  // One process a kill: it first looks at what was killed before it, and presses that again.
  for (const step of [...HEALTH_STEPS, null]) {
    if (step !== null && !killing.includes(step)) {
      before.push(step);
      continue;
    }
    const { signal, said } = await runStep(place, {
      program: "tests/proof/health-steps.ts",
      words: [before.join(), step ?? "end", String(write)],
    });
    const { left, afterwards, begun } = JSON.parse(said) as Said;
    const last = kills.at(-1);
    if (last && left) {
      last.isLeft = last.killed && left.print !== print;
      last.faults = [...left.faults, ...begun.faults];
      last.afterwards = afterwards;
    }
    if (step === null) break;
    kills.push({ step, killed: signal === "SIGKILL", isLeft: false, faults: [], afterwards: "" });
    [before, print] = [[step], begun.print];
  }
  return kills;
}

type Look = { print: string; faults: string[] };
type Said = { left: Look | null; afterwards: string; begun: Look };
/** Each write of the health record, killed in so many rounds. Option: `--rounds=20`. */
export async function health(options: readonly string[]): Promise<Report> {
  const rounds = numberOf(options, "rounds", 20);
  const postgres = await startPostgres({ durable: true });
  const broken: string[] = [];
  try {
    const run = async (engine: (typeof ENGINES)[number]) => {
      const kills: HealthKill[] = [];
      for (let round = 0; round < rounds; round++) {
        const place = await makePlace(engine, postgres.url);
        kills.push(...(await healthRound(place, round + 1).finally(place.remove)));
        process.stderr.write(".");
      }
      return tableOf(engine, kills, broken);
    };
    const tables = await Promise.all(ENGINES.map(run));
    return { title: "The health record", intro: INTRO, tables, broken };
  } finally {
    await postgres.stop();
  }
}

const INTRO =
  "Each way to write the health record is killed with SIGKILL at one of its writes: in round 1 at the first, in round 2 " +
  "at the second, and so on, so that later rounds let short steps end. Writes to the database count, and for a change of " +
  "the health key its files, too. Then every row of the record is compared with what was there before, every key and " +
  "every sealed text is opened, every chain of notes is followed, and the same press is made again.";

function tableOf(engine: string, kills: readonly HealthKill[], broken: string[]): Table {
  const rows = HEALTH_STEPS.map((step) => {
    const own = kills.filter((kill) => kill.step === step);
    const left = own.filter(({ isLeft }) => isLeft).length;
    const faults = own.filter((kill) => kill.faults.length > 0);
    const refused = own.filter(({ afterwards }) => !afterwards.startsWith("done"));
    if (left > 0) broken.push(`${engine}, ${step}: ${left} kills left a part behind`);
    if (faults[0]) broken.push(`${engine}, ${step}: ${faults[0].faults[0]}`);
    if (refused[0]) broken.push(`${engine}, ${step}: after the kill ${refused[0].afterwards}`);
    return [step, own.length, own.filter(({ killed }) => killed).length, left, faults.length, refused.length];
  });
  const columns = ["step", "rounds", "killed", "left a part", "did not open", "refused afterwards"];
  return { title: engine === "sqlite" ? "SQLite" : "PostgreSQL", note: "", columns, rows };
}
