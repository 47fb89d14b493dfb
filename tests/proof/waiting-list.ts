import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { makePlace, type Place } from "#tests/proof/place.ts";
import type { Report } from "#tests/proof/report.ts";
import { placeOf, startMember } from "#tests/support/crowd.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { unsoundness } from "#tests/support/soundness.ts";
import { prepareRush, rushFaults } from "#tests/support/waiting-rush.ts";

const HOUR = 3_600_000;
/** Tuesday 4 May 2027, as in the tests. */
const TUESDAY_NINE = Date.UTC(2027, 4, 4, 8);

export type RushRound = {
  offers: number;
  taken: number;
  unsound: Record<string, number>;
  /** With the holds of a killed process, and when their hour is over. */
  faults: Record<string, number>[];
  freeAgain: number;
};

/**
 * Two processes cancel, offer and answer; one is killed (SIGKILL) in the middle, if asked. When the hour is over a third
 * one goes on, and what nobody wants must be free.
 */
export async function rushRound(
  app: AppContext,
  { cancellations, entries, killAfterMs }: { cancellations: number; entries: number; killAfterMs: number | null },
): Promise<RushRound> {
  const now = app.clock.now();
  const { cancelled } = await prepareRush(app, { cancellations, entries });
  const half = Math.ceil(cancelled.length / 2);
  const send = (cancel: readonly string[], at: number) =>
    startMember({ where: placeOf(app), now: at, task: { kind: "wait", cancel } });
  const [one, other] = [send(cancelled.slice(0, half), now + 1000), send(cancelled.slice(half), now + 1000)];
  await Promise.all([one.ready, other.ready]);
  one.begin();
  other.begin();
  if (killAfterMs === null) await one.report;
  else {
    one.report.catch(() => {});
    const ended = once(one.child, "exit");
    await sleep(killAfterMs);
    one.child.kill("SIGKILL");
    await ended;
  }
  await other.report;
  const during = await rushFaults(app.db.kysely, now);
  const late = send([], now + HOUR + 2000);
  await late.ready;
  late.begin();
  const states = await late.report;
  return {
    offers: states.length,
    taken: states.filter((state) => state === "taken").length,
    unsound: await unsoundness(app.db.kysely),
    faults: [during, await rushFaults(app.db.kysely, now + HOUR + 2000)],
    freeAgain: (await app.db.kysely.selectFrom("time_holds").selectAll().execute()).length,
  };
}

const ENGINES = ["sqlite", "postgres"] as const;
const wrong = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0);

/** So many rounds on each engine, killed early and late. Options: `--rounds=20`. */
export async function waitingList(options: readonly string[]): Promise<Report> {
  const rounds = Number(options.find((option) => option.startsWith("--rounds="))?.slice(9) ?? 20);
  const postgres = await startPostgres({ durable: true });
  const broken: string[] = [];
  const rows: (string | number)[][] = [];
  try {
    for (const engine of ENGINES) {
      const all: RushRound[] = [];
      for (let number = 0; number < rounds; number++) {
        const place = await makePlace(engine, postgres.url, { blank: true });
        all.push(await roundAt(place, Math.round((600 * (number + 1)) / rounds)).finally(place.remove));
        process.stderr.write(".");
      }
      const total = (of: (round: RushRound) => number) => all.reduce((sum, round) => sum + of(round), 0);
      const unsound = total(({ unsound }) => wrong(unsound));
      const faults = total(({ faults }) => wrong(faults[0] ?? {}));
      const outlived = total(({ faults }) => wrong(faults[1] ?? {}));
      if (unsound > 0) broken.push(`${engine}: ${unsound} contradictions between claims, appointments and holds`);
      if (faults > 0) broken.push(`${engine}: ${faults} times two live offers of a gap or a person`);
      if (outlived > 0) broken.push(`${engine}: ${outlived} holds outlived their hour`);
      rows.push([
        engine,
        rounds,
        total(({ offers }) => offers),
        total(({ taken }) => taken),
        unsound,
        faults,
        outlived,
      ]);
    }
  } finally {
    await postgres.stop();
  }
  const title = "Killed while times are offered";
  const columns = ["engine", "rounds", "offers", "taken", "contradictions", "two live offers", "holds past their end"];
  return { title: "Waiting list", intro: INTRO, tables: [{ title, note: NOTE, columns, rows }], broken };
}

const INTRO =
  "Two processes cancel appointments, offer the freed times to people who wait and answer the offers, and one is killed " +
  "with SIGKILL in the middle. An hour later a third one goes on.";

const NOTE =
  "40 cancellations and 100 people a round. Contradictions: a claim without its appointment or hold, a hold without its " +
  "offer or claims, two appointments at one time, a booking without its mail.";

async function roundAt(place: Place, killAfterMs: number): Promise<RushRound> {
  const outcome = parseConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", RATE_LIMITS: "off", ...place.env });
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  const db = place.open();
  try {
    const app = {
      ...{ config: outcome.config, log: createLog("silent"), db, clock: { now: () => TUESDAY_NINE } },
      secret: "the same in every process",
    };
    await migrate(db);
    await seedDemo(app);
    return await rushRound(app, { cancellations: 40, entries: 100, killAfterMs });
  } finally {
    await db.close();
  }
}
