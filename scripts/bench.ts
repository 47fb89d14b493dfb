import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { systemClock } from "#app/platform/clock.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { addAdmin, measureAdmin } from "#scripts/bench/admin.ts";
import { measureAvailability, measureEngine } from "#scripts/bench/availability.ts";
import { measureBookings } from "#scripts/bench/bookings.ts";
import { measureFreeTimes, measureReading } from "#scripts/bench/calendars.ts";
import { measureCheckout } from "#scripts/bench/checkout.ts";
import { measureCommits } from "#scripts/bench/commits.ts";
import { measureFinder } from "#scripts/bench/finder.ts";
import { measurePages, measurePrepayment } from "#scripts/bench/pages.ts";
import { addTherapists, fillWithAppointments, fillWithUsers } from "#scripts/bench/practice.ts";
import { measureReactions } from "#scripts/bench/reactions.ts";
import { type Row, tableOf } from "#scripts/bench/row.ts";
import { cleanUp, fill, newPlace, type Place, serve } from "#scripts/bench/sites.ts";
import { measureStarts } from "#scripts/bench/starts.ts";
import { measureWeight } from "#scripts/bench/weight.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { root } from "#scripts/bootstrap/project.mjs";
import { say, step } from "#scripts/bootstrap/step.mjs";
import { takesPayments } from "#tests/support/options.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";

const FEW = 1_000;
const MANY = 100_000;
const inWords = (count: number) => count.toLocaleString("en-GB");

// npm run bench: every figure beside a baseline of the same run; writes docs/benchmarks.md.
readCommand("bench");
const now = systemClock.now();
const today = localDateOf(now, "Europe/London");
const rows: Row[] = [];
const postgres = await startPostgres({ durable: true });
try {
  await measureAll();
} finally {
  await cleanUp();
  await postgres.stop();
}
const table = tableOf(rows);
console.log(table);
const page = join(root, "docs", "benchmarks.md");
// What other proofs have told there stays.
const [, ...others] = readFileSync(page, "utf8").split(/^(?=## )/m);
writeFileSync(
  page,
  [pageOf(table), ...others]
    .map((section) => section.trimEnd())
    .join("\n\n")
    .concat("\n"),
);
if (rows.some((row) => row.met === false)) say("Some targets were missed: see the last column.");

async function measureAll(): Promise<void> {
  rows.push(...measureEngine(now), ...measureReading(today));
  rows.push(...(await step("Starts", measureStarts)));
  const few = newPlace();
  const many = newPlace();
  await step(`Filling SQLite with ${inWords(MANY)} appointments`, async () => {
    await fill(few, async (app) => {
      await fillWithAppointments(app, FEW);
      await addAdmin(app);
      await takesPayments(app);
    });
    await fill(many, async (app) => {
      await fillWithAppointments(app, MANY);
      await fillWithUsers(app);
      await addAdmin(app);
    });
  });
  const [small, large] = [await serve(few), await serve(many)];
  rows.push(...(await step("Pages", () => measurePages(large))));
  rows.push(...(await step("Booking page with a deposit", measurePrepayment)));
  rows.push(...(await step("Weights", () => measureWeight(large.url))));
  rows.push(...(await step("First reactions", measureReactions)));
  const asked = { few: small, many: large, today, counts: [inWords(FEW), inWords(MANY)] as [string, string] };
  rows.push(...(await step("Availability", () => measureAvailability(asked))));
  rows.push(...(await step("Calendars", () => measureFreeTimes(today, FEW))));
  rows.push(...(await step("Admin", () => measureAdmin(large, `${inWords(MANY)} appointments`))));
  rows.push(...(await step("Finder on SQLite", () => measureFinder(large, "SQLite"))));
  rows.push(...(await step("Checkout", () => measureCheckout(small))));
  await large.stop();
  await small.stop();
  rows.push(...(await step("Bookings on SQLite", () => bookingsAt("SQLite", many))));
  const place = newPlace(await makeDatabase(postgres.url));
  await step(`Filling PostgreSQL with ${inWords(MANY)} appointments`, () =>
    fill(place, async (app) => {
      await fillWithAppointments(app, MANY);
      await addAdmin(app);
    }),
  );
  const onPostgres = await serve(place);
  rows.push(...(await step("Finder on PostgreSQL", () => measureFinder(onPostgres, "PostgreSQL"))));
  await onPostgres.stop();
  rows.push(...(await step("Bookings on PostgreSQL", () => bookingsAt("PostgreSQL", place))));
}

async function bookingsAt(engine: string, place: Place): Promise<Row[]> {
  let commits = { perSecond: 0 };
  let therapists: string[] = [];
  await fill(place, async (app) => {
    therapists = await addTherapists(app);
    commits = await measureCommits(app);
  });
  const server = await serve(place);
  const measured = await measureBookings({ engine, server, therapists, today }, commits);
  await server.stop();
  return measured;
}

function pageOf(table: string): string {
  return `# Benchmarks

Measured by \`npm run bench\` on ${today}: Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}).
The site, its database and the load generator share these cores; 16 connections unless stated otherwise; the demo
practice with ${inWords(MANY)} appointments and 20,000 clients. Absolute figures depend on the machine and on its other work:
compare the ratios, whose two sides come from the same run, and the processor time for one answer (CPU), which
determines the latency under load. Load average during the run: ${loadInWords()}.

${table}
`;
}

function loadInWords(): string {
  return `${(loadavg()[1] ?? 0).toFixed(1)} (five minutes)`;
}
