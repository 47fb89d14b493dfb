import { sql } from "kysely";
import { expect, test } from "vitest";
import { listServices, listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { getOpening } from "#app/go-live/get-opening.server.ts";
import { followDemo, showDemo } from "#app/go-live/show-demo.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { missingOf } from "#app/settings/legal-form.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { legalForm } from "#migrations/0250-legal-form.ts";
import { demoWordsIn } from "#tests/support/demo-words.ts";
import { MAIL_KINDS, mailOf } from "#tests/support/every-mail.ts";
import { addJo, addService, FERRIER, ferrierIn, LEGAL, saveFacts } from "#tests/support/ferrier.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const OFF = { config: { demo: false, publicUrl: "http://ferrier.test" } };

async function offeredBy(app: AppContext): Promise<number[]> {
  return [(await listServices(app.db.kysely)).length, (await listTherapists(app.db.kysely)).length];
}

test("with DEMO=off the settings hold no word of the demo practice, and with DEMO=on all of them again", async () => {
  const app = await testApp(OFF);
  await followDemo(app);
  const settings = await listSettings(app.db.kysely, app.log);
  expect(demoWordsIn(JSON.stringify(settings))).toEqual([]);
  expect([settings.openingHours, settings.operationHours]).toEqual([[], []]);
  expect(missingOf(settings.business.legal)).toContain("the registered name");
  await followDemo({ ...app, config: { ...app.config, demo: true } });
  expect((await listSettings(app.db.kysely, app.log)).business.name).toBe("Limber Yard");
});

test("what nobody has edited of the demo's offer is hidden, and shown again; what the owner hid stays hidden", async () => {
  const app = await demoApp(OFF);
  await app.db.kysely.updateTable("services").set({ version: 2 }).where("slug", "=", "deep-tissue-massage").execute();
  await app.db.kysely.updateTable("services").set({ active: 0 }).where("slug", "=", "relaxation-massage").execute();
  const [services = 0, therapists] = await offeredBy(app);
  app.clock.set(app.clock.now() + 1000);
  await followDemo(app);
  expect(await offeredBy(app)).toEqual([1, 0]);
  await followDemo({ ...app, config: { ...app.config, demo: true } });
  expect(await offeredBy(app)).toEqual([services, therapists]);
});

test("a demo that was ended stays ended, whatever DEMO says", async () => {
  const app = await demoApp();
  await app.db.kysely.transaction().execute((tx) => showDemo(tx, { shown: false, ended: true, now: app.clock.now() }));
  await followDemo(app);
  expect((await listSettings(app.db.kysely, app.log)).demo).toEqual({ shown: false, ended: true });
});

test("a practice opens by itself once it can be reached, named in law and booked", async () => {
  const app = await testApp(OFF);
  await followDemo(app);
  expect(await getOpening(app)).toMatchObject({ name: "Opening soon", phone: { label: "" } });
  await saveFacts(app, FERRIER);
  expect(await getOpening(app)).toMatchObject({ name: FERRIER.name, phone: { label: "01632 960 552" } });
  await saveFacts(app, { legal: LEGAL });
  const jo = await addJo(app);
  expect(await getOpening(app)).not.toBeNull();
  await addService(app, [jo]);
  expect(await getOpening(app)).toBeNull();
  await app.db.kysely.deleteFrom("working_hours").execute();
  expect(await getOpening(app)).not.toBeNull();
});

test.each(MAIL_KINDS)("%s holds no word of the demo practice once its owner has named another", async (kind) => {
  const app = await demoApp(OFF);
  await app.db.kysely.updateTable("services").set({ version: 2 }).execute();
  const jo = { version: 2, name: "Jo Ferrier", slug: sql<string>`'jo-' || position` };
  await app.db.kysely.updateTable("therapists").set(jo).execute();
  await followDemo(app);
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
  const { business } = await listSettings(app.db.kysely, app.log);
  expect(business.legal).toEqual({ form: "company", ...company, office: "", vat: "" });
  const stored = await app.db.kysely.selectFrom("settings").select("value").where("key", "=", "business").execute();
  expect(JSON.parse(stored[0]?.value ?? "")).toMatchObject({ company });
});
