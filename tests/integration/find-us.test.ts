import { expect, test } from "vitest";
import { locationOf } from "#app/settings/location.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { demoApp } from "#tests/support/test-app.ts";

test("the demo practice has a drawn way and a link for every map; another address has the link alone", async () => {
  const app = await demoApp();
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const demo = locationOf(business);
  expect(demo.sketch?.words).toContain("green door");
  const link = new URL(demo.mapHref ?? "");
  expect([link.origin, link.pathname, link.searchParams.get("api")]).toEqual([
    "https://www.google.com",
    "/maps/dir/",
    "1",
  ]);
  expect(link.searchParams.get("destination")).toMatch(/^Limber Yard .*, Unit 7, .*Ashenholme, LY7 4QG$/);

  const moved = locationOf({ ...business, address: { ...business.address, postcode: "YO1 7HH" } });
  expect(moved.sketch).toBeNull();
  expect(new URL(moved.mapHref ?? "").searchParams.get("destination")).toContain("YO1 7HH");
});

test("coordinates lead to the very place", async () => {
  const app = await demoApp();
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const { mapHref } = locationOf({ ...business, geo: { latitude: 54.9783, longitude: -1.6178 } });
  expect(new URL(mapHref ?? "").searchParams.get("destination")).toBe("54.9783,-1.6178");
});
