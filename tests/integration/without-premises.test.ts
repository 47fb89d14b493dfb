import { expect, test } from "vitest";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import { locationOf } from "#app/settings/location.ts";
import { businessForm, businessFormOf } from "#app/settings/schemas/business.ts";
import { mailSender } from "#app/settings/schemas/sender.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { identityLines } from "#app/site/go-live/checklist.ts";
import { DEMO_BUSINESS } from "#tests/support/demo-words.ts";
import { demoApp } from "#tests/support/test-app.ts";

const NOWHERE = { street: "", locality: "", town: "", postcode: "" };
const MOBILE = { ...DEMO_BUSINESS, address: NOWHERE, area: "Leeds and Harrogate", directions: "" };
const errorsOf = (business: typeof MOBILE) => {
  const form = readFields(businessForm, fieldsOf(businessFormOf(business)));
  return form.kind === "invalid" ? form.errors : null;
};

test("a practice is saved without a street when it says which area it serves, and not with half an address", () => {
  expect(errorsOf(MOBILE)).toBeNull();
  expect(errorsOf({ ...MOBILE, area: "" })).toEqual({
    "address.street": "Enter the street, or leave the address blank and enter the area you serve",
  });
  const half = errorsOf({ ...MOBILE, address: { ...NOWHERE, street: "3 Mill Court" } });
  expect(Object.keys(half ?? {})).toEqual(["address.town", "address.postcode"]);
});

test("it is shown by its area: on the pages, in mails and for search engines, without a map", async () => {
  const app = await demoApp();
  await writeSetting(app.db.kysely, { key: "business", value: MOBILE, now: app.clock.now() });
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  expect(getContactLinks(business).addressLines).toEqual(["Serving Leeds and Harrogate"]);
  expect(mailSender(business, "https://a.test").address).toBe("Serving Leeds and Harrogate");
  expect(locationOf(business)).toEqual({
    ...{ address: "Serving Leeds and Harrogate", directions: "", mapHref: null, sketch: null },
  });
  const graph = JSON.stringify(await getGraph(app, { kind: "home" }));
  expect(graph).toContain('"areaServed":{"@type":"Place","name":"Leeds and Harrogate"}');
  expect(graph).not.toContain("PostalAddress");
  const facts = { business, policies: [] as unknown } as Parameters<typeof identityLines>[0];
  const line = identityLines(facts).find(({ id }) => id === "identity");
  expect(line).toMatchObject({ state: "done", text: expect.stringContaining("Serving Leeds and Harrogate") });
});
