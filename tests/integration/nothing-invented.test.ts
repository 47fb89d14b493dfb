import { sql } from "kysely";
import { expect, test } from "vitest";
import { listServices, listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { refuseDemo } from "#app/demo/remove-demo-practice.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { missingOf } from "#app/settings/schemas/legal.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { getOpening } from "#app/site/go-live/opening.server.ts";
import { DEFAULT_WORDS } from "#app/site/page-words.ts";
import { getWords, getWordsAt, writeWords } from "#app/site/words.server.ts";
import { legalForm } from "#migrations/0250-legal-form.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { demoWordsIn } from "#tests/support/demo-words.ts";
import { MAIL_KINDS, mailOf } from "#tests/support/every-mail.ts";
import { addJo, FERRIER, ferrierIn, saveFacts, setOpening } from "#tests/support/ferrier.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const OFF = { config: { demo: false, publicUrl: "http://ferrier.test" } };

const SECRET = `aB3${"x".repeat(20)}LY7${"k".repeat(17)}`;

test.each([
  `<a href="https://ferrier.example/manage/${SECRET}">Change it</a>`,
  `"https://ferrier.example/manage/${SECRET.slice(0, 24)}\\r\\n ${SECRET.slice(24)}"`,
  '<script nonce="abLY7cdefghijklmnopqrs=="></script>',
  '<link href="/assets/about-Bly7c9_X.js">',
  '<input type="hidden" value="3f960417-0000-4000-8000-5e5960417aa1">',
])("a secret that happens to have letters of the demo in it is no word of it: %s", (text) => {
  expect(demoWordsIn(text)).toEqual([]);
});

test.each(["LY7 2AB", "tel:+441632960417", "/about#imogen-hartley-sports-massage-therapist", "<p>Unit 7"])(
  "%s is a word of the demo",
  (text) => {
    expect(demoWordsIn(text)).not.toEqual([]);
  },
);

async function offeredBy(app: AppContext): Promise<number[]> {
  return [(await listServices(app.db.kysely)).length, (await listTherapists(app.db.kysely)).length];
}

const factsIn = async (app: AppContext) => (await readSettings(app.db.kysely, app.log)).settings.business;

async function keysIn(app: AppContext): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("settings").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key).filter((key) => key !== "contentVersion");
}

async function keptOffer(app: AppContext): Promise<{ services: string[]; therapists: string[] }> {
  const slugsOf = async (table: "services" | "therapists") =>
    (await app.db.kysely.selectFrom(table).select("slug").orderBy("slug").execute()).map(({ slug }) => slug);
  return { services: await slugsOf("services"), therapists: await slugsOf("therapists") };
}

async function writeVision(app: AppContext, vision: string): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    const { words, version } = await getWordsAt(tx, "home");
    await writeWords(tx, { page: "home", words: { ...words, vision }, version, now: 1 });
  });
}

test("a new practice starts with empty settings and shipped words; DEMO=off writes nothing", async () => {
  const app = await testApp(OFF);
  await refuseDemo(app);
  const { settings } = await readSettings(app.db.kysely, app.log);
  expect(demoWordsIn(JSON.stringify(settings))).toEqual([]);
  expect([settings.openingHours, settings.operationHours]).toEqual([[], []]);
  expect(missingOf(settings.business.legal)).toEqual(["the legal form"]);
  expect(await keysIn(app)).toEqual([]);
});

test("DEMO=off on a site that shows the demo takes away what nobody has changed, for good", async () => {
  const app = await demoApp(OFF);
  await saveFacts(app, { phone: FERRIER.phone, legal: { ...(await factsIn(app)).legal, name: "Ferrier Ltd" } });
  await writeVision(app, "Everybody moves.");
  await booked(app, { therapist: "tom-ellery" });
  await app.db.kysely.updateTable("services").set({ version: 2 }).where("slug", "=", "relaxation-massage").execute();
  await refuseDemo(app);

  const business = await factsIn(app);
  expect(business).toMatchObject({ name: "", phone: FERRIER.phone, socials: [], address: { town: "" } });
  expect(business.legal).toMatchObject({ form: "company", name: "Ferrier Ltd", number: "", ico: "" });
  expect(await keysIn(app)).toEqual(["business", "demo"]);
  const home = await getWords(app.db.kysely, "home");
  expect([home.vision, home.hero]).toEqual(["Everybody moves.", DEFAULT_WORDS.home.hero]);
  expect(await getWords(app.db.kysely, "about")).toEqual(DEFAULT_WORDS.about);
  expect(await offeredBy(app)).toEqual([1, 0]);
  // Booked by somebody real: the record needs them.
  const { services, therapists } = await keptOffer(app);
  expect([services, therapists]).toEqual([["deep-tissue-massage", "relaxation-massage"], ["tom-ellery"]]);

  expect(await seedDemo({ ...app, config: { ...app.config, demo: true } })).toBe("kept");
  expect((await readSettings(app.db.kysely, app.log)).settings.demo).toMatchObject({ shown: false, ended: true });
});

test.each([
  ["a name", (app: AppContext) => saveFacts(app, { name: "Ferrier" })],
  ["a therapist", (app: AppContext) => addJo(app)],
])("a practice that has %s is never seeded with the demo", async (_, begin) => {
  const app = await testApp();
  await begin(app);
  expect(await seedDemo(app)).toBe("kept");
  expect((await offeredBy(app))[0]).toBe(0);
});

test("a practice with all it needs stays closed until its owner opens it", async () => {
  const app = await testApp(OFF);
  expect(await getOpening(app)).toMatchObject({ state: "not-open", name: "", phone: { label: "" } });
  await ferrierIn(app);
  await app.db.kysely.deleteFrom("settings").where("key", "=", "opening").execute();
  expect(await getOpening(app)).toMatchObject({ state: "not-open", name: FERRIER.name });
  await setOpening(app, "phone-only");
  expect(await getOpening(app)).toMatchObject({ state: "phone-only", phone: { label: "01632 960 552" } });
  await setOpening(app, "open");
  expect(await getOpening(app)).toBeNull();
});

test.each(MAIL_KINDS)("%s holds no word of the demo practice once its owner has named another", async (kind) => {
  const app = await demoApp(OFF);
  await app.db.kysely.updateTable("services").set({ version: 2 }).execute();
  const jo = { version: 2, name: "Jo Ferrier", slug: sql<string>`'jo-' || position` };
  await app.db.kysely.updateTable("therapists").set(jo).execute();
  await refuseDemo(app);
  await ferrierIn(app);
  const mail = await mailOf(app, kind);
  expect(demoWordsIn(JSON.stringify(mail))).toEqual([]);
  expect(mail.text).toContain("Jo Ferrier, trading as Ferrier Sports Therapy");
});

test("a company stays one through the migration, and the release before reads what it read", async () => {
  const app = await testApp();
  const company = { name: "Knot Ltd", number: "09876543", registeredIn: "Scotland", ico: "ZB7" };
  const value = JSON.stringify({ name: "Knot & Grain", company });
  const row = { key: "business", value, last_good: value, version: 3, updated_at: 1 };
  await app.db.kysely.insertInto("settings").values(row).execute();
  await legalForm.up(app.db.kysely);
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  expect(business.legal).toEqual({ form: "company", ...company, office: "", vat: "" });
  const stored = await app.db.kysely.selectFrom("settings").select("value").where("key", "=", "business").execute();
  expect(JSON.parse(stored[0]?.value ?? "")).toMatchObject({ company });
});
