import { expect, test } from "vitest";
import { getRegionPanel } from "#app/body-map/get-region-panel.server.ts";
import { placeForm, placeFormOf, SHIPPED_PLACES } from "#app/body-map/place-words.ts";
import { type Region, regionBy } from "#app/body-map/region.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import type { PlaceWords } from "#app/settings/schemas/body-places.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { at } from "#tests/support/booking-inputs.ts";
import { demoApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const calf = regionBy("left-calf") as Region;
const lowerBack = regionBy("lower-back") as Region;

function saved(app: AppContext, words: Partial<PlaceWords>, version = 0) {
  const place = { ...SHIPPED_PLACES.calf, ...words };
  return saveSetting(app, admin, {
    key: "bodyPlaces",
    version,
    next: (stored) => ({ ...stored, calf: place }),
  });
}

test("a region says what serves it, for how long, how much, and when", async () => {
  const app = await demoApp();
  const { services, sentence, advice, zone } = await getRegionPanel(app, calf);
  expect([sentence, advice, zone]).toEqual([SHIPPED_PLACES.calf.sentence, SHIPPED_PLACES.calf.advice, "Europe/London"]);
  expect(services.map(({ slug, length }) => [slug, length])).toEqual([
    ["deep-tissue-massage", { minutes: 60, price: "£58" }],
    ["trigger-point-therapy", { minutes: 30, price: "£36" }],
    ["post-event-massage", { minutes: 60, price: "£58" }],
  ]);
  expect(services.map(({ next }) => next)).toEqual(
    Array(3).fill({ date: "2027-05-04", start: at("11:00", "2027-05-04") }),
  );
});

test("both calves share what the practice writes, and no other place does", async () => {
  const app = await demoApp();
  const ours = { sentence: "Calves are our thing.", advice: "", services: ["sport-foot-massage", "event-massage"] };
  expect(await saved(app, ours)).toEqual({ kind: "saved" });
  for (const region of [calf, regionBy("right-calf") as Region]) {
    const panel = await getRegionPanel(app, region);
    expect([panel.sentence, panel.advice]).toEqual(["Calves are our thing.", ""]);
    // A service by enquiry has neither length nor time.
    expect(panel.services.map(({ slug, length, next }) => [slug, length?.minutes ?? null, next !== null])).toEqual([
      ["sport-foot-massage", 30, true],
      ["event-massage", null, false],
    ]);
  }
  expect((await getRegionPanel(app, lowerBack)).sentence).toBe(SHIPPED_PLACES["lower-back"].sentence);
  expect(await auditOf(app)).toEqual(["admin:imogen setting.change setting bodyPlaces"]);
  expect(await contentVersionOf(app)).toBeGreaterThan(0);
});

test("a service that is gone or hidden is left out", async () => {
  const app = await demoApp();
  await saved(app, { services: ["never-was", "deep-tissue-massage", "relaxation-massage"] });
  await app.db.kysely.updateTable("services").set({ active: 0 }).where("slug", "=", "deep-tissue-massage").execute();
  expect((await getRegionPanel(app, calf)).services.map(({ slug }) => slug)).toEqual(["relaxation-massage"]);
});

test("a service without a free time is still offered, with all its times to look through", async () => {
  const app = await demoApp();
  const hours = { from_minute: null, to_minute: null, reason: "Away" };
  const closure = { therapist_id: null, kind: "closure", first_day: "2027-05-04", last_day: "2027-06-30" };
  await app.db.kysely
    .insertInto("day_exceptions")
    .values({ id: "away", ...closure, ...hours })
    .execute();
  const { services } = await getRegionPanel(app, lowerBack);
  expect(services.map(({ length, next }) => [length !== null, next])).toEqual(Array(3).fill([true, null]));
});

test("the form gives back the words that it shows, and wants a sentence", () => {
  const fields = fieldsOf(placeFormOf(SHIPPED_PLACES.calf));
  expect(readFields(placeForm, fields)).toEqual({ kind: "valid", value: SHIPPED_PLACES.calf });
  expect(readFields(placeForm, { sentence: " ", advice: "x".repeat(501) })).toEqual({
    kind: "invalid",
    errors: {
      sentence: "Enter the sentence",
      advice: "Shorten when to see someone first to 500 characters or fewer",
    },
  });
});

test("two admins at once: the second is told, and nothing is lost", async () => {
  const app = await demoApp();
  await saved(app, { sentence: "First" });
  expect(await saved(app, { sentence: "Second" })).toMatchObject({ kind: "conflict", version: 1 });
  expect((await getRegionPanel(app, calf)).sentence).toBe("First");
});
