import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { addDays, instantOf, localDateOf } from "#app/platform/date-time.ts";
import { createLog } from "#app/platform/log.server.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { makePlace, type Place } from "#tests/proof/place.ts";
import { numberOf, type Report } from "#tests/proof/report.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { placeOf, startMember } from "#tests/support/crowd.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { hasWaitingList } from "#tests/support/options.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { startServer } from "#tests/support/server.ts";
import { openBeside } from "#tests/support/signed-in.ts";
import { unsoundness } from "#tests/support/soundness.ts";
import { prepareRush, rushFaults } from "#tests/support/waiting-rush.ts";
import { waitingFor } from "#tests/support/waits.ts";

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

const OWNER = { kind: "admin" as const, userId: "an-admin" };
const ZONE = "Europe/London";
/** Who waits is asked within a minute of the cancellation. */
const MOST_SECONDS = 60;
const TREATMENT = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery" };

/** Seconds from each cancellation beside a running site until the next person's email has arrived. */
async function offerTimes(place: Place, times: number): Promise<number[]> {
  const mails = await startMailServer();
  // At ten in the morning, whenever the proof runs: nobody is asked in the evening or at night.
  const begins = instantOf(addDays(localDateOf(performance.timeOrigin, ZONE), -1), 600, ZONE);
  const preload = new URL("../support/site-clock.mjs", import.meta.url).href;
  const clock = { SITE_BEGINS: String(begins), NODE_OPTIONS: `--import=${preload}` };
  const began = performance.now();
  const server = await startServer({ ...place.env, ...clock, SMTP_URL: mails.url });
  const databaseUrl = place.env.DATABASE_URL ?? null;
  const beside = await openBeside({ url: server.url, databaseUrl }, place.env.DATA_DIR);
  const app = { ...beside, clock: { now: () => begins + Math.round(performance.now() - began) } };
  try {
    await hasWaitingList(app, true);
    const answer = await askFreeTimes(app, {
      ...TREATMENT,
      from: addDays(localDateOf(begins, ZONE), 7),
      to: addDays(localDateOf(begins, ZONE), 60),
    });
    const starts = answer.kind === "times" ? answer.days.flatMap(({ slots }) => slots.slice(0, 1)) : [];
    const seconds: number[] = [];
    for (const [number, { start }] of starts.slice(0, times).entries()) {
      const { id } = await booked(app, { ...TREATMENT, start, email: `client${number}@example.com` });
      const email = `waiter${number}@example.com`;
      await waitingFor(app, { name: `Waiter ${number}`, email });
      const from = performance.now();
      await cancel(app, OWNER, { appointmentId: id, reason: null });
      while (!mails.arrived.some(({ recipients }) => recipients.includes(email))) await sleep(100);
      seconds.push((performance.now() - from) / 1000);
      process.stderr.write(".");
    }
    return seconds;
  } finally {
    await server.stop();
    await beside.db.close();
    await mails.close();
  }
}

const ENGINES = ["sqlite", "postgres"] as const;
const wrong = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0);

/** So many rounds on each engine, killed early and late. Options: `--rounds=20`. */
export async function waitingList(options: readonly string[]): Promise<Report> {
  const rounds = numberOf(options, "rounds", 20);
  const postgres = await startPostgres({ durable: true });
  const broken: string[] = [];
  const rows: (string | number)[][] = [];
  const asked: (string | number)[][] = [];
  try {
    for (const engine of ENGINES) {
      const site = await makePlace(engine, postgres.url);
      const seconds = (await offerTimes(site, rounds).finally(site.remove)).toSorted((one, other) => one - other);
      const slowest = seconds.at(-1) ?? Number.POSITIVE_INFINITY;
      if (slowest > MOST_SECONDS)
        broken.push(`${engine}: an offer left ${Math.round(slowest)} s after its cancellation`);
      asked.push([engine, seconds.length, Math.round(seconds[seconds.length >> 1] ?? 0), Math.round(slowest)]);
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
  const times = {
    title: "From a cancellation to the email",
    note: `A site with a mail server, one person at a time; at most ${MOST_SECONDS} s is promised.`,
    columns: ["engine", "cancellations", "median, s", "slowest, s"],
    rows: asked,
  };
  return { title: "Waiting list", intro: INTRO, tables: [{ title, note: NOTE, columns, rows }, times], broken };
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
