import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { databaseLayer } from "#tests/support/database-layer.ts";

if (Number.parseInt(process.versions.node, 10) < 26) {
  throw new Error(
    `The tests need the project's own Node 26, not ${process.version}: npm test -- app/appointments (any path)`,
  );
}

// A zone that is 5:45 from UTC and far from the practice's: a rule that leans on the machine's zone fails here.
const FAR_ZONE = "Asia/Kathmandu";
const ZONE_TESTS = [
  "app/availability/**/*.test.ts",
  "app/hours/**/*.test.ts",
  "app/calendars/read-calendar.test.ts",
  "app/platform/date-time*.test.ts",
  "tests/zones/**/*.test.ts",
];

// Tests that need a database, beside what they test: on both engines.
const BESIDE = ["app/**/*.server.test.{ts,tsx}"];

// What two do at once, and what a statement finds, counts and orders, differs by engine: these run on both, always. The
// others do so when the database layer or a migration is another than the one of docs/proof/postgres.md, where
// `npm run proof -- postgres` writes that all of them have passed.
const ON_BOTH = [
  "app/{calendars/calendars,health/notes}.server.test.ts",
  "app/{diary,payments,reports}/**/*.server.test.ts",
  "app/health/{form,keeping,leaving}/*.server.test.ts",
  "tests/integration/{accounts-session,api-booking,appointment-changes,archive-round-trip,audit-log,backup}.test.ts",
  "tests/integration/{blocked-clients,booking*,cached-free-times,client-erasure,clients-*,conflicts,dashboard}.test.ts",
  "tests/integration/{deleted-is-gone,erased-after-restore,every-statement-fails,failover,first-start}.test.ts",
  "tests/integration/{held-bookings,import-*,login-limits,long-lists,messages,move-to-postgres,needs}.test.ts",
  "tests/integration/{next-free-time,offer-race,outbox-*,overlapping-bookings,overload,rate-limit}.test.ts",
  "tests/integration/{payments-{back,desk-first,ledger,nightly,online-model},read-practice,reminders}.test.ts",
  "tests/integration/{report-days-races,reschedule-times,schedule-changes,search-names,statement-counts}.test.ts",
  "tests/integration/{stopped-postgres,test-app,time-off,turkish-addresses,typed-match,users,visits}.test.ts",
  "tests/integration/{waiting-list,waiting-list-fees,waiting-rush,week-cycles}.test.ts",
];
const PROVEN = "docs/proof/postgres.md";
const isProven = existsSync(PROVEN) && readFileSync(PROVEN, "utf8").includes(databaseLayer());

// `npm run record` alone runs it.
const RECORD = "tests/record.test.ts";

// Every project shares this: a stray console.error fails the test that let it out.
const shared = {
  setupFiles: ["tests/support/no-stray-errors.ts"],
  restoreMocks: true,
  // What is waited for may take its time on a busy machine, and is mostly there within a few ms.
  expect: { poll: { timeout: 15_000, interval: 20 } },
  testTimeout: 30_000,
  // By default one less than there are cores: with two, one would stand idle.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // A worker keeps the modules it has loaded (and its browser) for its next file: nothing in them is of one file alone.
  isolate: false,
};

export default defineConfig({
  test: {
    reporters: ["default"],
    experimental: { diagnostics: false },
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: ["app/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "tests/zones/**/*.test.ts"],
          exclude: BESIDE,
          env: { TZ: FAR_ZONE, EXPECTED_ZONE: FAR_ZONE },
        },
      },
      zones("zones-london", "Europe/London"),
      zones("zones-st-johns", "America/St_Johns"),
      integration("sqlite", []),
      integration("postgres", ["tests/support/postgres-setup.ts"]),
      {
        test: {
          ...shared,
          name: "e2e",
          globalSetup: ["tests/support/build-setup.ts"],
          include: ["tests/e2e/**/*.test.ts", "tests/*.test.ts"],
          exclude: [RECORD],
          env: { TZ: FAR_ZONE },
          // After the rest, and two browsers at most: beyond that they take each other's time.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A browser on a busy machine may miss a frame; the report counts what needed a second try.
          retry: 1,
        },
      },
      ...(process.env.RECORD_INTO
        ? [{ test: { ...shared, name: "record", include: [RECORD], env: { TZ: FAR_ZONE } } }]
        : []),
      {
        test: {
          ...shared,
          // Against started servers, with both engines in one run: faults, several servers, attacks.
          name: "proof",
          include: ["tests/{faults,scale,attacks}/**/*.test.ts"],
          env: { TZ: FAR_ZONE },
          globalSetup: ["tests/support/postgres-setup.ts"],
          // A fault that was caused in one file must not reach the next.
          isolate: true,
          // Begins while the browsers' last file runs: no core stands idle meanwhile.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          // Generous: other work on the machine must not decide whether a promise held.
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

function zones(name: string, zone: string) {
  return { test: { ...shared, name, include: ZONE_TESTS, env: { TZ: zone, EXPECTED_ZONE: zone } } };
}

function integration(engine: string, globalSetup: string[]) {
  return {
    test: {
      ...shared,
      name: `integration-${engine}`,
      include:
        engine === "postgres" && isProven && !process.env.TEST_POSTGRES_URL
          ? ON_BOTH
          : ["tests/integration/**/*.test.ts", ...BESIDE],
      env: { TZ: FAR_ZONE, TEST_ENGINE: engine },
      globalSetup,
      hookTimeout: 60_000,
    },
  };
}
