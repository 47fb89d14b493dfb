import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#app/platform/clock.server.ts";
import { liftBookingLimits } from "#tests/proof/fleet.ts";
import { lightClient } from "#tests/proof/light-client.ts";
import { inWords, isFault, type Look, tallied } from "#tests/proof/look.ts";
import { memoryOf } from "#tests/proof/memory-of.ts";
import { makePlace } from "#tests/proof/place.ts";
import type { Report, Table } from "#tests/proof/report.ts";
import { type Visit, visitsTo } from "#tests/proof/visits.ts";
import { startServer } from "#tests/support/server.ts";
import { unsoundness } from "#tests/support/soundness.ts";

const CONNECTIONS = 600;
const SETTLED = 3_000;

type Answer = Look & { kind: string };
type Phase = { name: string; seconds: number; rate: number };

/** A mixed crowd of visitors at a steady rate, then at a multiple of it, then at the first again. Options: `--seconds=600 --rate=60`. */
export async function load(options: readonly string[]): Promise<Report> {
  const option = (name: string, or: number) =>
    Number(options.find((o) => o.startsWith(`--${name}=`))?.split("=")[1] ?? or);
  const [seconds, rate] = [option("seconds", 600), option("rate", 60)];
  const phases: Phase[] = [
    { name: "steady", seconds, rate },
    { name: "twice the rate", seconds: Math.min(120, seconds), rate: rate * 2 },
    { name: "far too many", seconds: Math.min(60, seconds), rate: rate * 10 },
    { name: "steady again", seconds: Math.min(120, seconds), rate },
  ];
  const place = await makePlace("sqlite", null);
  const server = await startServer({ ...place.env, TRUST_PROXY: "1" });
  const settings = place.open();
  await liftBookingLimits({ db: settings, clock: systemClock });
  await settings.close();
  const memoryNow = () => memoryOf(server.process.pid ?? 0);
  await sleep(SETTLED);
  const atRest = memoryNow();
  const client = lightClient(CONNECTIONS);
  const visits = await visitsTo(server.url, client);
  const rows: (string | number)[][] = [];
  const memory: (string | number)[][] = [["at rest", "", "", atRest.pss, atRest.resident]];
  const broken: string[] = [];
  try {
    await run(visits, { name: "warm", seconds: 5, rate: rate / 2 });
    for (const phase of phases) {
      const before = memoryNow();
      const answers = await run(visits, phase);
      const after = memoryNow();
      memory.push([phase.name, before.pss, before.resident, after.pss, after.resident]);
      rows.push(...rowsOf(phase, answers));
      broken.push(...faultsOf(phase, answers));
      await sleep(2000);
    }
    const db = place.open();
    const wrong = Object.entries(await unsoundness(db.kysely)).filter(([, count]) => count > 0);
    await db.close();
    broken.push(...memoryBroken(atRest.pss, memoryNow().pss));
    if (wrong.length > 0) broken.push(`contradictions in the database: ${JSON.stringify(wrong)}`);
    return { title: "Load", intro: INTRO, tables: [timesTable(rows), memoryTable(memory)], broken };
  } finally {
    client.close();
    await server.stop();
    await place.remove();
  }
}

const INTRO =
  "Visitors arrive at a fixed rate, whether the ones before have been answered or not: of a hundred, 50 read pages that " +
  "are kept for everybody, 10 read others, 20 open the booking page, 12 ask for free times, 5 book, 3 try to sign in. " +
  "Each comes from an address of their own. SQLite, one process of the site, and the crowd as a second process on the same two cores. At ten times the rate they " +
  "come faster than two cores can serve: those who can't be served within a moment are turned away with 503 and " +
  "Retry-After (docs/decisions/0111), bookings and kept pages are served, and the rate after it is served as before.";

async function run(visits: readonly Visit[], { seconds, rate }: Phase): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const started = performance.now();
  for (let number = 0; number < seconds * rate; number++) {
    const due = started + (number * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    // The same mix in every hundred, well stirred.
    const requestInfo = visits[(number * 37) % visits.length];
    if (requestInfo) answers.push(timed(requestInfo));
  }
  return Promise.all(answers);
}

async function timed({ kind, go }: Visit): Promise<Answer> {
  const started = performance.now();
  return { ...(await go()), kind, ms: performance.now() - started };
}

function rowsOf(phase: Phase, answers: readonly Answer[]): (string | number)[][] {
  const kinds = ["all", ...new Set(answers.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = answers.filter((answer) => kind === "all" || answer.kind === kind);
    const served = own.filter(({ status }) => status !== 503 && status !== null).map(({ ms }) => ms);
    served.sort((a, b) => a - b);
    const at = (share: number) => Math.round(served[Math.floor(served.length * share)] ?? 0);
    const away = own.filter(isAway).length;
    const faults = own.filter(isFault).length;
    return [
      `${phase.name} (${phase.rate}/s, ${phase.seconds} s)`,
      kind,
      own.length,
      at(0.5),
      at(0.95),
      at(0.99),
      away,
      faults,
    ];
  });
}

const isAway = ({ status }: Answer) => status === 503;
const PATIENCE = 6_000;
// At 500 visitors a second; what may be refused is the rest.
const NEVER_AWAY = ["kept page", "booking page", "booking"];

function faultsOf({ name }: Phase, answers: readonly Answer[]): string[] {
  const count = (fits: (answer: Answer) => boolean) => answers.filter(fits).length;
  const away = count(isAway);
  const awayFrom = (kind: string) => count((answer) => answer.kind === kind && isAway(answer));
  const late = count(({ ms }) => ms > PATIENCE);
  return [
    ...tallied(answers.filter(isFault).map(inWords)).map((line) => `a fault at “${name}”: ${line}`),
    name.startsWith("steady") && away > 0 ? `${away} turned away at “${name}”` : "",
    ...NEVER_AWAY.map((kind) => (awayFrom(kind) > 0 ? `${awayFrom(kind)} turned away from ${kind} at “${name}”` : "")),
    late > answers.length / 100 ? `${late} waited longer than ${PATIENCE / 1000} s at “${name}”` : "",
  ].filter(Boolean);
}

const MOST_AT_REST = 150;
const MOST_AFTER = 280;

function memoryBroken(atRest: number, after: number): string[] {
  return [
    atRest > MOST_AT_REST ? `${atRest} MB at rest, more than ${MOST_AT_REST}` : "",
    after > MOST_AFTER ? `${after} MB after the load, more than ${MOST_AFTER}` : "",
  ].filter(Boolean);
}

function timesTable(rows: (string | number)[][]): Table {
  const columns = ["phase", "visit", "requests", "p50, ms", "p95, ms", "p99, ms", "turned away", "faults"];
  return { title: "Times", note: "From the moment a visitor wanted it until the last byte.", columns, rows };
}

function memoryTable(rows: (string | number)[][]): Table {
  const note =
    "Of the site's process, in MB: its share (PSS), and all that is resident, with Node's own program, which every other Node process on the machine has as well.";
  const columns = ["phase", "before, PSS", "before, resident", "after, PSS", "after, resident"];
  return { title: "Memory", note, columns, rows };
}
