import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { readSecret } from "#app/platform/encryption.server.ts";
import { startFailure } from "#scripts/start-failure.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { testApp } from "#tests/support/test-app.ts";

const OPEN = 0o755;

test("the data folder and what lies in it are closed to others: from the first start, and when they stood open", async () => {
  const app = await testApp({ engine: "sqlite" });
  await readSecret(app.config, app.log);
  const { dataDir } = app.config;
  expect(modesIn(dataDir)).toEqual([
    "700 .",
    "600 auth-secret",
    "600 limber-yard.db",
    "600 limber-yard.db-shm",
    "600 limber-yard.db-wal",
  ]);
  mkdirSync(join(dataDir, "backups"));
  writeFileSync(join(dataDir, "export.json"), "x");
  for (const name of [".", ...readdirSync(dataDir)]) chmodSync(join(dataDir, name), OPEN);
  const again = openDatabase(app.config, app.log);
  expect(modesIn(dataDir).filter((line) => !/^[67]00 /.test(line))).toEqual([]);
  await again.close();
});

test("on PostgreSQL the folder with the secret is closed, too", async () => {
  const app = await testApp();
  chmodSync(app.config.dataDir, OPEN);
  await readSecret(app.config, app.log);
  expect(modesIn(app.config.dataDir)[0]).toBe("700 .");
});

test("a folder that everybody shares is refused with a sentence, and stays as it is", async () => {
  const app = await testApp({ engine: "sqlite" });
  const dataDir = temporaryFolder();
  chmodSync(dataDir, 0o1777);
  const open = () => openDatabase({ databaseUrl: null, dataDir }, app.log);
  expect(open).toThrow("Set DATA_DIR to a folder of the site's own");
  expect(startFailure(thrownBy(open), app.config)).toMatch(/^\/.* is shared by everyone on this machine\./);
  expect(statSync(dataDir).mode & 0o7777).toBe(0o1777);
  expect(readdirSync(dataDir)).toEqual([]);
});

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown");
}

function modesIn(folder: string): string[] {
  const names = [".", ...readdirSync(folder).sort()];
  return names.map((name) => `${(statSync(join(folder, name)).mode & 0o777).toString(8)} ${name}`);
}
