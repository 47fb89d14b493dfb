import { expect, test } from "vitest";
import { refuseDemo } from "#app/demo/remove-demo-practice.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { getChecklist } from "#app/site/go-live/get-checklist.server.ts";
import { DEFAULT_WORDS, type PageKey } from "#app/site/page-words.ts";
import { listWords } from "#app/site/words.server.ts";
import { writeDemoRows } from "#migrations/0500-demo-rows.ts";
import { practiceFacts } from "#migrations/0511-practice-facts.ts";
import { stateAnyHour } from "#migrations/0585-any-hour-and-first-visits.ts";
import { demoSettings } from "#scripts/demo/practice.ts";
import { demoWordsIn } from "#tests/support/demo-words.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const full = { ...demoSettings.business, geo: null, demo: true };

/** A demo practice as releases before 0.3.0 left it: services and therapists, and as rows only what was saved. */
async function before(stored: Record<string, unknown> = {}, words: Record<string, unknown> = {}): Promise<AppContext> {
  const app = await demoApp();
  const db = app.db.kysely;
  await db.deleteFrom("settings").execute();
  await db.deleteFrom("page_words").execute();
  await db.deleteFrom("demo_marks").execute();
  for (const [key, value] of Object.entries(stored)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const row = { key, value: text, last_good: typeof value === "string" ? null : text, version: 3, updated_at: 1 };
    await db.insertInto("settings").values(row).execute();
  }
  for (const [page, value] of Object.entries(words)) {
    const row = { page, words: JSON.stringify(value), version: 2, updated_at: 1 };
    await db.insertInto("page_words").values(row).execute();
  }
  await writeDemoRows(db as never);
  await practiceFacts.up(db as never);
  await stateAnyHour(db as never);
  return app;
}

const settingsIn = async (app: AppContext) => (await readSettings(app.db.kysely, app.log)).settings;

async function wordsIn(app: AppContext): Promise<Map<PageKey, unknown>> {
  return new Map((await listWords(app.db.kysely)).map(({ page, words }) => [page, words]));
}

test("a database that shows the demo shows it as the seed writes it, and its end removes it all", async () => {
  const seeded = await demoApp();
  const app = await before();
  expect(await settingsIn(app)).toEqual(await settingsIn(seeded));
  expect(await wordsIn(app)).toEqual(await wordsIn(seeded));
  await refuseDemo(app);
  expect(demoWordsIn(JSON.stringify([await settingsIn(app), ...(await wordsIn(app))]))).toEqual([]);
  expect(await app.db.kysely.selectFrom("services").select("id").execute()).toEqual([]);
});

test("a new database stays empty", async () => {
  const app = await testApp();
  await writeDemoRows(app.db.kysely as never);
  for (const table of ["settings", "page_words", "demo_marks"] as const)
    expect(await app.db.kysely.selectFrom(table).selectAll().execute()).toEqual([]);
});

test("a row with absent parts keeps showing what it showed, and what was saved stays saved", async () => {
  const app = await before(
    {
      business: { name: "Knot & Grain", phone: "+441632960001" },
      openingHours: [],
      bookingRules: { notice: 15, referencePrefix: "" },
      goLive: { showsFilms: false, policiesRead: { terms: { version: 0, at: 5 } } },
    },
    { home: { vision: "Ours.", hero: { pitch: "Typed." } } },
  );
  const { business, openingHours, operationHours, bookingRules, goLive, demo } = await settingsIn(app);
  expect(business).toMatchObject({
    name: "Knot & Grain",
    email: demoSettings.business?.email,
    legal: { ico: "ZA000000" },
  });
  expect([openingHours, operationHours.length, bookingRules.notice, bookingRules.referencePrefix]).toEqual([
    [],
    6,
    15,
    "LY",
  ]);
  expect([goLive.showsFilms, demo]).toEqual([true, { shown: true, ended: false, ribbon: true }]);
  const unread = (await getChecklist(app, "en-GB")).flatMap(({ lines }) => lines).find(({ id }) => id === "policies");
  expect(unread?.text).toMatch(/^Read and approve: Privacy notice and Cancellations/);
  const home = (await wordsIn(app)).get("home");
  expect(home).toMatchObject({ vision: "Ours.", hero: { pitch: "Typed.", fact: "Free parking at the door" } });

  await refuseDemo(app);
  const after = await settingsIn(app);
  expect(after.business).toMatchObject({
    name: "Knot & Grain",
    phone: "+441632960001",
    email: "",
    legal: { form: null },
  });
  expect(after.bookingRules).toMatchObject({ notice: 15, referencePrefix: "REF" });
  const { hero } = DEFAULT_WORDS.home;
  expect((await wordsIn(app)).get("home")).toMatchObject({ vision: "Ours.", hero: { ...hero, pitch: "Typed." } });
});

test("a damaged row without a last good one shows the demo's, as before", async () => {
  const app = await before({ business: "{" });
  expect((await settingsIn(app)).business.name).toBe("Limber Yard");
});

test("no ribbon comes back where its owner took it off, or where nothing invented was left", async () => {
  const off = await before({ business: { ...full, demo: false } });
  expect((await settingsIn(off)).demo).toEqual({ shown: true, ended: false, ribbon: false });
});

test("where the demo was hidden, stored rows lose what was hidden at every read, and nothing is added", async () => {
  const { fullName: _, ...facts } = full;
  const app = await before(
    { demo: { shown: false, ended: false }, business: { ...facts, name: "Opening soon", phone: "+441632960001" } },
    { home: { vision: "Ours. Green door, step-free entrance, parking outside." }, faq: { lead: "Ask." } },
  );
  const { business, openingHours } = await settingsIn(app);
  expect(business).toMatchObject({ name: "", fullName: "", phone: "+441632960001", email: "", socials: [] });
  expect(openingHours).toEqual([]);
  const words = await wordsIn(app);
  expect(words.get("home")).toMatchObject({ vision: "Ours." });
  expect(demoWordsIn(JSON.stringify([business, ...words]))).toEqual([]);
  expect(words.get("about")).toEqual(DEFAULT_WORDS.about);
  const marks = await app.db.kysely.selectFrom("demo_marks").select("kind").distinct().orderBy("kind").execute();
  expect(marks.map(({ kind }) => kind)).toEqual(["demo-services", "demo-therapists"]);
});

test("help at any hour is a stated fact of the demo, and of nobody who has not stated it", async () => {
  const app = await demoApp();
  const { practiceFacts } = (await readSettings(app.db.kysely, app.log)).settings;
  expect(practiceFacts.isAnyHour).toBe(true);
  expect((await wordsOf(app, "contact", await settingsIn(app))).hero).toContain("Help is available 24/7");
  const own = await testApp();
  const heroOf = async () => (await wordsOf(own, "contact", await settingsIn(own))).hero;
  expect(await heroOf()).not.toContain("24/7");
  const { practiceFacts: none } = await settingsIn(own);
  await writeSetting(own.db.kysely, { key: "practiceFacts", value: { ...none, isAnyHour: true }, now: 1 });
  expect(await heroOf()).toContain("Help is available 24/7.");
});
