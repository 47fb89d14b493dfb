import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { Queries } from "#app/platform/app-context.server.ts";
import { openSqlite } from "#app/platform/database/open.server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** A database, and what somebody else sees in its file. */
async function opened() {
  const file = join(temporaryFolder(), "group.db");
  // Time stands still, so no group is ended for its age.
  const { kysely, close } = openSqlite(file, { now: () => 0 });
  await sql`create table rate_limits (key text primary key not null, window_start bigint not null, hits integer not null)`.execute(
    kysely,
  );
  const other = new DatabaseSync(file);
  const ready = other.prepare("select key from rate_limits order by key");
  const inFile = () => ready.all().map(({ key }) => String(key));
  onTestFinished(async () => {
    other.close();
    await close();
  });
  return { kysely, inFile };
}

const put = (db: Queries, key: string) =>
  db.insertInto("rate_limits").values({ key, window_start: 0, hits: 1 }).execute();
const keysIn = async (db: Queries) =>
  (await db.selectFrom("rate_limits").select("key").execute()).map(({ key }) => key);

test("transactions that end close together stand in the file together, and none is told before", async () => {
  const { kysely, inFile } = await opened();
  const told: string[] = [];
  const seen: Record<string, string[]> = {};
  const add = (key: string) =>
    kysely.transaction().execute(async (tx) => {
      await put(tx, key);
      seen[`within ${key}`] = inFile();
    });
  const all = ["a", "b", "c"].map(async (key) => {
    await add(key);
    told.push(key);
    seen[`after ${key}`] = inFile();
  });
  await Promise.all(all);
  expect(told).toEqual(["a", "b", "c"]);
  expect(seen).toMatchObject({ "within a": [], "within b": [], "within c": [] });
  expect(seen).toMatchObject({ "after a": ["a", "b", "c"], "after c": ["a", "b", "c"] });
});

test("one that fails takes back its own, and the others stand", async () => {
  const { kysely, inFile } = await opened();
  const add = (key: string, fails = false) =>
    kysely.transaction().execute(async (tx) => {
      await put(tx, key);
      if (fails) throw new Error("refused");
    });
  const outcomes = await Promise.allSettled([add("a"), add("b", true), add("a"), add("c")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(inFile()).toEqual(["a", "c"]);
});

test("who reads meanwhile sees what is in the file, and their own transaction what it did", async () => {
  const { kysely, inFile } = await opened();
  const adding = kysely.transaction().execute((tx) => put(tx, "a"));
  const reading = keysIn(kysely);
  const within = kysely.transaction().execute(keysIn);
  expect(await reading).toEqual([]);
  expect(await within).toEqual(["a"]);
  await adding;
  expect([await keysIn(kysely), inFile()]).toEqual([["a"], ["a"]]);
});

test("a write without a transaction comes after those before it", async () => {
  const { kysely, inFile } = await opened();
  const adding = kysely.transaction().execute((tx) => put(tx, "a"));
  const writing = put(kysely, "b").then(inFile);
  expect(await writing).toEqual(["a", "b"]);
  await adding;
});

test("a full disk is told to whom it meets; whose work it takes back with theirs is done again", async () => {
  const { kysely, inFile } = await opened();
  await sql`pragma max_page_count = 20`.execute(kysely);
  const add = (key: string) => kysely.transaction().execute((tx) => put(tx, key));
  const fill = kysely
    .transaction()
    .execute((tx) => sql`insert into rate_limits values (${"x".repeat(200_000)}, 0, 1)`.execute(tx));
  const outcomes = await Promise.allSettled([add("a"), fill, add("b")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining("full") } });
  expect(inFile()).toEqual(["a", "b"]);
});

test("when the commit itself fails, nobody's work stands and everybody is told", async () => {
  const { kysely, inFile } = await opened();
  await sql`create table notes (about text references rate_limits (key) deferrable initially deferred)`.execute(kysely);
  const add = (key: string) => kysely.transaction().execute((tx) => put(tx, key));
  const orphan = kysely.transaction().execute((tx) => sql`insert into notes values ('nobody')`.execute(tx));
  const outcomes = await Promise.allSettled([add("a"), orphan, add("b")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(inFile()).toEqual([]);
  await add("c");
  expect(inFile()).toEqual(["c"]);
});

const deed = fc.record({
  kind: fc.constantFrom("transaction", "write", "read"),
  turnsBefore: fc.nat(3),
  turnsWithin: fc.nat(2),
  fails: fc.boolean(),
});

test("whatever crosses, who is told finds their work in the file, and who fails leaves nothing", async () => {
  const { kysely, inFile } = await opened();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 12 }), async (deeds) => {
      round += 1;
      const wait = async (turns: number) => {
        for (let each = 0; each < turns; each++) await turn();
      };
      const wanted: string[] = [];
      const act = async ({ kind, turnsBefore, turnsWithin, fails }: (typeof deeds)[number], index: number) => {
        const key = `${round}-${index}`;
        await wait(turnsBefore);
        if (kind === "read") {
          const seen = await keysIn(kysely);
          return expect(inFile()).toEqual(expect.arrayContaining(seen));
        }
        if (kind === "write") await put(kysely, key);
        else {
          const work = kysely.transaction().execute(async (tx) => {
            await put(tx, key);
            await wait(turnsWithin);
            if (fails) throw new Error("refused");
          });
          if (fails) return expect(work).rejects.toThrow("refused");
          await work;
        }
        wanted.push(key);
        return expect(inFile()).toContain(key);
      };
      await Promise.all(deeds.map(act));
      expect(inFile().filter((key) => key.startsWith(`${round}-`))).toEqual(wanted.sort());
    }),
    { numRuns: 60 },
  );
});
