import { expect, test } from "vitest";
import { saveWords } from "#app/content/commands.server.ts";
import { readWords, readWordsAt } from "#app/content/store.server.ts";
import { leavesOf } from "#app/platform/text-tree.ts";
import type { World } from "#app/platform/world.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/desk.ts";
import { testWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };

async function typed(world: World, changes: Record<string, string>) {
  const leaves = leavesOf(await readWords(world.db.kysely, "home"));
  return { ...Object.fromEntries(leaves.map(({ name, value }) => [name, value])), ...changes };
}

test("a page says what was written, and the rest as before", async () => {
  const world = await testWorld();
  const before = await readWords(world.db.kysely, "home");
  const fields = await typed(world, { "hero.pitch": "Come in." });
  expect(await saveWords(world, admin, { page: "home", version: 0, fields })).toEqual({ kind: "saved" });
  expect(await readWords(world.db.kysely, "home")).toEqual({ ...before, hero: { ...before.hero, pitch: "Come in." } });
  expect(await auditOf(world)).toEqual(["admin:imogen words.change page home"]);
  expect(await contentVersionOf(world)).toBe(1);
});

test("who saves over somebody else's words is refused, and shown what stands now", async () => {
  const world = await testWorld();
  const save = async (version: number, pitch: string) =>
    saveWords(world, admin, { page: "home", version, fields: await typed(world, { "hero.pitch": pitch }) });
  expect((await save(0, "First.")).kind).toBe("saved");
  expect(await save(0, "Second.")).toMatchObject({ kind: "stale", version: 1, words: { hero: { pitch: "First." } } });
  expect((await save(1, "Second.")).kind).toBe("saved");
});

test("words that can't stand are named; nobody but an admin writes any", async () => {
  const world = await testWorld();
  const empty = { page: "home", version: 0, fields: await typed(world, { mission: " " }) } as const;
  expect(await saveWords(world, admin, empty)).toEqual({
    kind: "invalid",
    errors: { mission: "Mission: enter some words" },
  });
  expect(await saveWords(world, { kind: "client", userId: "sam" }, empty)).toEqual({ kind: "forbidden" });
  expect((await readWordsAt(world.db.kysely, "home")).version).toBe(0);
});

test("a damaged row costs the practice's words, and not the page", async () => {
  const world = await testWorld();
  const before = await readWords(world.db.kysely, "faq");
  const row = { page: "faq", words: "{broken", version: 3, updated_at: 0 };
  await world.db.kysely.insertInto("page_words").values(row).execute();
  expect(await readWordsAt(world.db.kysely, "faq")).toEqual({ words: before, version: 3 });
});
