import { expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { leavesOf } from "#app/site/text-tree.ts";
import { getWords, getWordsAt, saveWords } from "#app/site/words.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { testApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;

async function typed(app: AppContext, changes: Record<string, string>) {
  const leaves = leavesOf(await getWords(app.db.kysely, "home"));
  return { ...Object.fromEntries(leaves.map(({ name, value }) => [name, value])), ...changes };
}

test("a page says what was written, and the rest as before", async () => {
  const app = await testApp();
  const before = await getWords(app.db.kysely, "home");
  const fields = await typed(app, { "hero.pitch": "Come in." });
  expect(await saveWords(app, admin, { page: "home", version: 0, fields })).toEqual({ kind: "saved" });
  expect(await getWords(app.db.kysely, "home")).toEqual({ ...before, hero: { ...before.hero, pitch: "Come in." } });
  expect(await auditOf(app)).toEqual(["admin:imogen words.change page home"]);
  expect(await contentVersionOf(app)).toBe(1);
});

test("who saves over somebody else's words is refused, and shown what stands now", async () => {
  const app = await testApp();
  const save = async (version: number, pitch: string) =>
    saveWords(app, admin, { page: "home", version, fields: await typed(app, { "hero.pitch": pitch }) });
  expect((await save(0, "First.")).kind).toBe("saved");
  expect(await save(0, "Second.")).toMatchObject({
    kind: "conflict",
    version: 1,
    words: { hero: { pitch: "First." } },
  });
  expect((await save(1, "Second.")).kind).toBe("saved");
});

test("words that can't stand are named; nobody but an admin writes any", async () => {
  const app = await testApp();
  const empty = { page: "home", version: 0, fields: await typed(app, { "hero.pitch": " " }) } as const;
  expect(await saveWords(app, admin, empty)).toEqual({
    kind: "invalid",
    errors: { "hero.pitch": "Hero: pitch: enter some words" },
  });
  expect(await saveWords(app, { kind: "client", userId: "sam" }, empty)).toEqual({ kind: "forbidden" });
  expect((await getWordsAt(app.db.kysely, "home")).version).toBe(0);
});

test("a damaged row costs the practice's words, and not the page", async () => {
  const app = await testApp();
  const before = await getWords(app.db.kysely, "faq");
  const row = { page: "faq", words: "{broken", version: 3, updated_at: 0 };
  await app.db.kysely.insertInto("page_words").values(row).execute();
  expect(await getWordsAt(app.db.kysely, "faq")).toEqual({ words: before, version: 3 });
});
