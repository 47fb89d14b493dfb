import { expect, test } from "vitest";
import { business } from "#app/settings/business.ts";
import { filledIn, inventedFacts, ownBusiness, UNNAMED } from "#app/settings/invented.ts";

const demo = business.parse({});

test("nothing of the demo practice is its owner's own", () => {
  const { legal, ...own } = ownBusiness(demo);
  expect(own).toMatchObject({ name: UNNAMED, phone: "", email: "", socials: [], chatUrl: "", directions: "" });
  expect(JSON.stringify([own, legal])).not.toMatch(/limber|larchgate|foundry|ashenholme|joinery|960417|900417|0000/i);
});

test("a fact is invented until it is changed, and again when it is changed back", () => {
  expect(inventedFacts(demo)).toContain("telephone");
  const changed = { ...demo, phone: "+441632960001" };
  expect(inventedFacts(changed)).not.toContain("telephone");
  expect(ownBusiness(changed).phone).toBe("+441632960001");
  expect(inventedFacts({ ...changed, phone: demo.phone })).toContain("telephone");
  expect(inventedFacts({ ...demo, address: { ...demo.address, street: "3 Mill Court" } })).toContain("town");
});

test("what may be left empty follows the rest", () => {
  const ferrier = { ...ownBusiness(demo), name: "Ferrier", email: "jo@ferrier.example" };
  expect(inventedFacts(ferrier)).toEqual([]);
  expect(filledIn(ferrier)).toMatchObject({
    fullName: "Ferrier",
    privacyEmail: "jo@ferrier.example",
    blurb: expect.stringMatching(/^Ferrier offers tailored treatments/),
  });
  expect(filledIn(ownBusiness(demo)).blurb).toBe("");
});
