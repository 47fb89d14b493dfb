import { expect, expectTypeOf, test } from "vitest";
import { listServices, listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { getWorkingTime } from "#app/hours/working-time.db.server.ts";
import { type AppContext, forOneRequest } from "#app/platform/app-context.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { Practice, PracticeSnapshot } from "#app/practice/practice.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { placeOf } from "#tests/support/crowd.ts";
import { practice } from "#tests/support/practice.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { contentChanged, demoApp } from "#tests/support/test-app.ts";

const SERVICE = "demo-deep-tissue-massage";

async function retitle(app: AppContext, title: string): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx.updateTable("services").set({ title }).where("id", "=", SERVICE).execute();
    await raiseContentVersion(tx, app.clock.now());
  });
}

const titleIn = ({ services }: Pick<Practice, "services">) => services.find(({ id }) => id === SERVICE)?.title;

test("it is what each list says by itself: with pictures, prices of a day, and who is hidden left out", async () => {
  const app = await demoApp();
  const db = app.db.kysely;
  const picture = { id: "0198a7c2-0000-7000-8000-000000000001", alt: "A room", width: 900, height: 600 };
  await db
    .insertInto("pictures")
    .values({ ...picture, created_at: 0, unused_since: null })
    .execute();
  await db
    .updateTable("services")
    .set({ picture_id: picture.id, venue: "elsewhere" })
    .where("id", "=", SERVICE)
    .execute();
  await db.updateTable("therapists").set({ picture_id: picture.id }).where("id", "=", "demo-tom-ellery").execute();
  await db.updateTable("therapists").set({ active: 0 }).where("id", "=", "demo-priya-sandhu").execute();
  const rule = { service_id: SERVICE, minutes: 60, price_pence: 7000 };
  await db
    .insertInto("price_rules")
    .values([
      { id: "later", ...rule, therapist_id: null, from_day: "2027-06-01" },
      { id: "tom", ...rule, therapist_id: "demo-tom-ellery", from_day: null },
    ])
    .execute();
  const closed = {
    kind: "closure",
    first_day: "2027-05-10",
    last_day: "2027-05-11",
    from_minute: null,
    to_minute: 600,
  };
  await db
    .insertInto("day_exceptions")
    .values([
      { id: "toms", therapist_id: "demo-tom-ellery", ...closed, reason: "the dentist", public_note: null },
      {
        id: "over",
        therapist_id: null,
        ...closed,
        last_day: "2027-02-01",
        first_day: "2027-02-01",
        reason: null,
        public_note: "Away",
      },
    ])
    .execute();
  await contentChanged(app);
  const read = await readPractice(app);
  expect(JSON.stringify(read)).not.toContain("the dentist");
  expect(read.settings).toEqual((await readSettings(db, app.log)).settings);
  expect(read.therapists).toEqual(await listTherapists(db));
  const sorted = (services: Practice["services"]) =>
    services.map((service) => ({
      ...service,
      lengths: service.lengths.map((length) => ({ ...length, rules: new Set(length.rules) })),
    }));
  expect(sorted(read.services)).toEqual(sorted(await listServices(db)));
  const days = { from: "2027-05-03", to: "2027-05-31", therapistIds: ["demo-tom-ellery", "demo-imogen-hartley"] };
  expect(await statementsOf(app, () => readHours(db, read, days))).toBe(0);
  expect(await readHours(db, read, days)).toEqual(await getWorkingTime(db, days));
  const past = { ...days, from: "2027-01-01" };
  expect(await readHours(db, read, past)).toEqual(await getWorkingTime(db, past));
  expect(Object.keys(read.weekly).sort()).toEqual(["demo-imogen-hartley", "demo-tom-ellery"]);
});

test("while nothing changes it is one statement and the same; after a change two more", async () => {
  const app = await demoApp();
  expect(await statementsOf(app, readPractice)).toBe(3);
  const first = await readPractice(app);
  expect(await statementsOf(app, readPractice)).toBe(1);
  expect(await readPractice(app)).toBe(first);
  await retitle(app, "Deep Work");
  expect(await statementsOf(app, readPractice)).toBe(3);
  expect(titleIn(await readPractice(app))).toBe("Deep Work");
});

test("a request asks for the version once, and what all its loaders read together is read once", async () => {
  const app = await demoApp();
  const request = forOneRequest(app);
  const sent = await statementsOf(app, () => Promise.all([readPractice(request), readPractice(request)]));
  expect(sent).toBe(3);
  expect(await statementsOf(app, () => readPractice(request))).toBe(0);
  await retitle(app, "Deep Work");
  expect(titleIn(await readPractice(request))).toBe("Deep Tissue Massage");
  expect(titleIn(await readPractice(forOneRequest(app)))).toBe("Deep Work");
});

test("what another process saves is read by the next request here, and by a transaction", async () => {
  const app = await demoApp();
  const elsewhere: AppContext = { ...app, db: openDatabase(placeOf(app), app.log) };
  await Promise.all([readPractice(app), readPractice(elsewhere)]);
  await retitle(elsewhere, "Deep Work");
  expect(titleIn(await readPractice(app))).toBe("Deep Work");
  const next = (rules: object) => ({ ...rules, notice: 15 }) as never;
  const version = (await readPractice(elsewhere)).saved.bookingRules?.version ?? 0;
  expect(await saveSetting(elsewhere, practice, { key: "bookingRules", version, next })).toEqual({ kind: "saved" });
  const inside = await app.db.kysely.transaction().execute((tx) => readPractice(app, tx));
  expect(inside.settings.bookingRules.notice).toBe(15);
  expect((await readPractice(app)).settings.bookingRules.notice).toBe(15);
  await elsewhere.db.close();
});

test("what a transaction reads and takes back is no page's", async () => {
  const app = await demoApp();
  await readPractice(app);
  const work = app.db.kysely.transaction().execute(async (tx) => {
    await tx.updateTable("services").set({ title: "Never" }).where("id", "=", SERVICE).execute();
    await raiseContentVersion(tx, app.clock.now());
    expect(titleIn(await readPractice(app, tx))).toBe("Never");
    throw new Error("taken back");
  });
  await expect(work).rejects.toThrow("taken back");
  await retitle(app, "Deep Work");
  expect(titleIn(await readPractice(app))).toBe("Deep Work");
});

test("nobody can change it, and a page's can't stand for a transaction's", async () => {
  const app = await demoApp();
  const snapshot = await readPractice(app);
  expect(() => snapshot.services.push({} as never)).toThrow(TypeError);
  expect(() => Object.assign(snapshot.settings.business, { name: "Other" })).toThrow(TypeError);
  expectTypeOf<PracticeSnapshot>().not.toExtend<Practice>();
  expectTypeOf<Practice>().not.toExtend<PracticeSnapshot>();
});
