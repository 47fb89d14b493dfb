import { expect, test } from "vitest";
import { ownWords } from "#app/content/own-words.ts";
import { listWords, writeWords } from "#app/content/words.db.server.ts";
import { hasRibbon } from "#app/go-live/list-invented.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { factsOf } from "#app/routes/website/facts.ts";
import { inventedFacts, ownBusiness } from "#app/settings/invented.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { FERRIER, LEGAL, saveFacts } from "#tests/support/ferrier.ts";
import { demoApp } from "#tests/support/test-app.ts";

const ribbonOf = async (app: AppContext) => hasRibbon(app.db.kysely, await listSettings(app.db.kysely, app.log));

async function makeWordsOwn(app: AppContext): Promise<void> {
  const facts = factsOf(await listSettings(app.db.kysely, app.log), 9);
  await app.db.kysely.transaction().execute(async (tx) => {
    for (const { page, words, version } of await listWords(tx)) {
      const own = ownWords(page, words as never, { facts, demo: false }) as object;
      await writeWords(tx, { page, words: own, version, now: 1 });
    }
  });
}

test("the ribbon comes off with the last invented fact, and not before; it comes back with one", async () => {
  const app = await demoApp();
  expect(await ribbonOf(app)).toBe(true);
  const { business } = await listSettings(app.db.kysely, app.log);
  await saveFacts(app, { ...ownBusiness(business), ...FERRIER, legal: LEGAL });
  expect(inventedFacts((await listSettings(app.db.kysely, app.log)).business)).toEqual([]);
  expect(await ribbonOf(app)).toBe(true);
  await makeWordsOwn(app);
  expect(await ribbonOf(app)).toBe(true);
  for (const table of ["services", "therapists"] as const)
    await app.db.kysely.updateTable(table).set({ version: 2 }).execute();
  expect(await ribbonOf(app)).toBe(false);
  await saveFacts(app, { phone: "+441632960417" });
  expect(await ribbonOf(app)).toBe(true);
});

test("a ribbon that the owner had taken off stays off", async () => {
  const app = await demoApp();
  await saveFacts(app, { demo: false });
  expect(await ribbonOf(app)).toBe(false);
});
