import { sql } from "kysely";
import { expect, test } from "vitest";
import { demoApp, engineOfThisRun, TUESDAY_NINE, testApp } from "#tests/support/test-app.ts";

test("a test's world is on the engine that the run is for", async () => {
  const { db } = await testApp();
  expect(db.engine).toBe(engineOfThisRun());
  const version = sql<{
    version: string;
  }>`select ${sql.raw(db.engine === "sqlite" ? "sqlite_version()" : "version()")} as version`;
  const { rows } = await version.execute(db.kysely);
  expect(rows[0]?.version.startsWith("PostgreSQL")).toBe(db.engine === "postgres");
});

test("each world has its own rows, and a clock that moves only when it is set", async () => {
  const [one, other] = await Promise.all([demoApp(), testApp()]);
  const countIn = async (app: typeof one) => (await app.db.kysely.selectFrom("services").selectAll().execute()).length;
  expect([await countIn(one), await countIn(other)]).toEqual([11, 0]);
  expect(one.clock.now()).toBe(TUESDAY_NINE);
  one.clock.set(TUESDAY_NINE + 1);
  expect([one.clock.now(), other.clock.now()]).toEqual([TUESDAY_NINE + 1, TUESDAY_NINE]);
});
