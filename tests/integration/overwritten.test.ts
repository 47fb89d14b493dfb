import { sql } from "kysely";
import { expect, test } from "vitest";
import { overwriteMarked, overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { engineOfThisRun, testApp } from "#tests/support/test-app.ts";

const CANARY = "quillfeather";

test("what a version before this one deleted is overwritten when the schema has been brought up to date", async () => {
  const app = await testApp({ engine: "sqlite" });
  const { kysely } = app.db;
  // As version 0.1.0 ran.
  await sql`pragma secure_delete = off`.execute(kysely);
  await kysely.insertInto("counters").values({ name: CANARY, value: 1 }).execute();
  await kysely.deleteFrom("counters").where("name", "=", CANARY).execute();
  expect(await foundAnywhere(app, [CANARY])).not.toEqual([]);
  await overwriteNow(app);
  expect(await foundAnywhere(app, [CANARY])).toEqual([]);
});

test.runIf(engineOfThisRun() === "sqlite")("the copy that overwriting makes is not held in memory", async () => {
  const { code, output, errors } = await runProgram(["tests/support/overwriting.ts", temporaryFolder(), "60"]);
  expect([code, errors]).toEqual([0, ""]);
  expect(Number(output)).toBeLessThan(40);
});

test("a large file is only marked, so that an erasure holds nobody up, and rewritten at the next look", async () => {
  const app = await testApp({ engine: "sqlite" });
  const { kysely } = app.db;
  await sql`pragma secure_delete = off`.execute(kysely);
  await kysely.insertInto("counters").values({ name: CANARY, value: 1 }).execute();
  await kysely.deleteFrom("counters").where("name", "=", CANARY).execute();
  const anySize = 0;
  await overwriteNow(app, anySize);
  expect(await foundAnywhere(app, [CANARY])).not.toEqual([]);
  await overwriteMarked(app.db, anySize);
  expect(await foundAnywhere(app, [CANARY])).toEqual([]);
  await kysely.insertInto("counters").values({ name: "after", value: 2 }).execute();
  await overwriteMarked(app.db, anySize);
  expect(await kysely.selectFrom("counters").select("value").where("name", "=", "after").execute()).toEqual([
    { value: 2 },
  ]);
});
