import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import { makePlace } from "#tests/proof/place.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { startServer } from "#tests/support/server.ts";

test("npm run backup beside the running site, and npm run restore once it has stopped", async () => {
  const place = await makePlace("sqlite", null);
  onTestFinished(() => place.remove());
  const env = { ...place.env, LOG_LEVEL: "silent" };
  const server = await startServer(place.env);
  const [first, second] = await stockOf(server.url);
  if (!first || !second) throw new Error("The demo practice is full");
  const kept = await tryToBook(server.url, first);
  const backup = await runProgram(["scripts/backup.ts"], env);
  const folder = /^Backup made: (\S+)$/m.exec(backup.output)?.[1] ?? "none";
  await tryToBook(server.url, second);
  const tooSoon = await runProgram(["scripts/restore.ts", folder], env);
  expect(tooSoon).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^Nothing restored\. Stop the site first\.\n$/m),
  });
  await server.stop();
  const restored = await runProgram(["scripts/restore.ts", folder], env);
  // How far it is, and nothing that went wrong.
  const steps = ["checking the backup", "copying it", "bringing its schema up to date"];
  expect([restored.code, restored.errors.trimEnd().split("\n")]).toEqual([0, steps]);
  expect(restored.output).toContain("waiting mails are held back");
  const again = await startServer(place.env);
  onTestFinished(() => again.stop());
  // The first is in the backup, under its key; the second was booked later, and is free again.
  expect(await tryToBook(again.url, first, kept)).toMatchObject({ status: 201, reference: kept.reference });
  expect((await tryToBook(again.url, second)).status).toBe(201);
  expect(readdirSync(place.dataDir).some((name) => name.startsWith("replaced-"))).toBe(true);
});

test("what is no backup, or a damaged one, is told in a sentence", async () => {
  const place = await makePlace("sqlite", null);
  onTestFinished(() => place.remove());
  const env = { ...place.env, LOG_LEVEL: "silent" };
  expect(await runProgram(["scripts/restore.ts"], env)).toMatchObject({ code: 1 });
  const none = await runProgram(["scripts/restore.ts", place.dataDir], env);
  expect([none.code, none.errors]).toEqual([
    1,
    `checking the backup\nNothing was changed. ${place.dataDir} is not a backup: it has no manifest.json.\n`,
  ]);
  await runProgram(["scripts/seed.ts"], env);
  const { output } = await runProgram(["scripts/backup.ts"], env);
  const folder = /^Backup made: (\S+)$/m.exec(output)?.[1] ?? "none";
  rmSync(join(folder, "database.db"));
  const damaged = await runProgram(["scripts/restore.ts", folder], env);
  expect(damaged.errors).toContain("is missing or damaged. Use another backup.");
  expect((await runProgram(["scripts/move-to-postgres.ts"], env)).errors).toContain("Where to? DATABASE_URL=");
});
