import fc from "fast-check";
import { expect, test } from "vitest";
import { importArchive } from "#app/moving/archive/import-archive.server.ts";
import { eraseAgain } from "#app/personal-data.server.ts";
import { archiveFrom, broughtInto, contentsOf, sumsOf } from "#tests/support/archives/archives.ts";
import { CANARY, randomPractice, storePractice } from "#tests/support/archives/random-practice.ts";
import { tableShapes } from "#tests/support/archives/table-shapes.ts";
import { schemaOf } from "#tests/support/schema-of.ts";
import { testApp } from "#tests/support/test-app.ts";

const PATIENCE = 120_000;
const RUNS = Number(process.env.ARCHIVE_RUNS ?? 3);
const SEED = process.env.ARCHIVE_RUNS ? {} : { seed: 18 };

test("any practice, moved to an installation on SQLite and back to one of this engine, is the same byte for byte", {
  timeout: PATIENCE,
}, async () => {
  const shapes = await tableShapes();
  await fc.assert(
    fc.asyncProperty(randomPractice(), async (practice) => {
      const first = await testApp();
      await storePractice(first, shapes, practice);
      const left = await archiveFrom(first);
      const second = await testApp({ engine: "sqlite" });
      await broughtInto(second, left, { large: 1 });
      const onward = await archiveFrom(second);
      expect(await sumsOf(onward)).toEqual(await sumsOf(left));
      const third = await testApp();
      const schema = await schemaOf(third.db);
      await broughtInto(third, onward, { large: 1 });
      expect(await schemaOf(third.db)).toEqual(schema);
      expect(await sumsOf(await archiveFrom(third))).toEqual(await sumsOf(left));
      for (const [name, bytes] of await contentsOf(left)) expect([name, bytes.includes(CANARY)]).toEqual([name, false]);
    }),
    { numRuns: RUNS, ...SEED, endOnFailure: true },
  );
});

test("a trial tells what would come, and leaves everything as it was", async () => {
  const first = await testApp();
  await storePractice(first, await tableShapes(), fc.sample(randomPractice(), { numRuns: 1, seed: 1 })[0] ?? {});
  const file = await archiveFrom(first);
  const second = await testApp();
  const before = await sumsOf(await archiveFrom(second));
  const told: string[] = [];
  const outcome = await importArchive(second, {
    file,
    isTrial: true,
    eraseAgain,
    onProgress: (what, rows) => void told.push(`${what} ${rows}`),
  });
  expect(outcome).toMatchObject({ kind: "received", arrival: { erasedAgain: 0 } });
  const appointments = outcome.kind === "received" ? outcome.arrival.tables.appointments : 0;
  expect(told).toEqual(expect.arrayContaining(["checking data/appointments.ndjson 0", `appointments ${appointments}`]));
  expect(await sumsOf(await archiveFrom(second))).toEqual(before);
});
